// Reads two sections of a policy in canonical form, as `linkpolicy expand` prints it.

// The purposes that every policy has: to whom the code is mailed, and whether it becomes stale with the address of its account.
const STANDARD = {
  "sign-in": { isAccounts: false, isBound: false }, verify: { isAccounts: true, isBound: true }, change: { isAccounts: false, isBound: true },
  reset: { isAccounts: true, isBound: true }, undo: { isAccounts: true, isBound: false },
};

// The providers of each pool; empty if the policy has no pools.
export function pools(text) {
  return section(text, "pools").flatMap((line) => {
    const found = /\[(.*)\]/.exec(line);
    return found ? [found[1].split(",").map((word) => word.trim().replace(/^['"]|['"]$/g, ""))] : [];
  });
}

export function codeTreatments(text) {
  const treatments = { ...STANDARD };
  for (const line of section(text, "purposes")) {
    const entry = /^\s+([\w-]+):\s*\{(.*)\}/.exec(line);
    if (!entry) continue;
    const keys = Object.fromEntries([...entry[2].matchAll(/([\w-]+):\s*([\w-]+)/g)].map(([, key, value]) => [key, value]));
    treatments[entry[1]] = { isAccounts: keys.to === "account", isBound: keys.stale !== "never" && keys.for !== "nobody" };
  }
  return treatments;
}

// The lines of a section of the first level.
function section(text, name) {
  const found = new RegExp(`^${name}:[^\\n]*\\n((?:[ \\t]+[^\\n]*\\n|[ \\t]*\\n)*)`, "m").exec(text);
  return found ? found[1].split("\n") : [];
}
