// Reads two sections of a policy in the canonical form of `linkpolicy expand`.

// The purposes that every policy has: whether the code is mailed to an account, and whether the code becomes stale with the address of its
// account.
const STANDARD = {
  "sign-in": { isAccounts: false, isBound: false }, verify: { isAccounts: true, isBound: true }, change: { isAccounts: false, isBound: true },
  reset: { isAccounts: true, isBound: true }, undo: { isAccounts: true, isBound: false },
};

// Returns the providers of each pool; returns an empty list if the policy has no pools.
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

// Returns the lines of a section of the first level.
function section(text, name) {
  const found = new RegExp(`^${name}:[^\\n]*\\n((?:[ \\t]+[^\\n]*\\n|[ \\t]*\\n)*)`, "m").exec(text);
  return found ? found[1].split("\n") : [];
}
