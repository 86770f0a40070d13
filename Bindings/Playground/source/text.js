// The text of a policy: its edits, and the lines that belong together.

/** The maximum length of a text that is checked. Shipped policies have at most 25 kB. */
export const LARGEST_TEXT = 1 << 20;

/**
 * Returns a change as the length of the old text, the lengths of the unchanged beginning and end, and the text between them.
 *
 * If the new text has no digest, the digest at the start of the old text is ignored, so that the change is short.
 */
export function patch(whole, text) {
  const plain = withoutDigest(whole).text, old = withoutDigest(text).isPinned ? whole : plain;
  let start = 0, end = 0;
  const least = Math.min(old.length, text.length);
  while (start < least && old[start] === text[start]) start++;
  while (end < least - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
  return [old.length, start, end, text.slice(start, text.length - end)];
}

export function patched(whole, [length, start, end, middle]) {
  const old = [whole, withoutDigest(whole).text].find((one) => one.length === length);
  if (old === undefined || start + end > length) return null;
  return old.slice(0, start) + middle + old.slice(old.length - end);
}

/**
 * Removes the digest, which would make every edit of a shipped policy an error.
 *
 * Returns the text and the number of characters that were removed before an index.
 */
export function withoutDigest(text, index = 0) {
  const found = /^digest: [0-9a-f]{64}\n/m.exec(text);
  if (!found) return { text, removed: 0, isPinned: false };
  const end = found.index + found[0].length;
  return {
    text: text.slice(0, found.index) + text.slice(end),
    removed: index >= end ? found[0].length : Math.max(0, index - found.index),
    isPinned: true,
  };
}

/** Returns the numbers of new lines in a text, by the longest common beginning and end, and unique lines between. */
export function editedLines(old, text) {
  const before = old.split("\n"), after = text.split("\n"), edited = new Set();
  let start = 0, end = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const known = new Map();
  for (const line of before.slice(start, before.length - end)) known.set(line, (known.get(line) ?? 0) + 1);
  for (let index = start; index < after.length - end; index++) {
    const left = known.get(after[index]) ?? 0;
    if (left > 0) known.set(after[index], left - 1);
    else edited.add(index + 1);
  }
  return edited;
}

/**
 * Groups the lines into blocks: lines within `near` lines of a marked line are shown, and the other lines are folded.
 */
export function blocks(count, marked, near) {
  const shown = new Uint8Array(count + 2);
  for (const line of marked) for (let at = Math.max(1, line - near); at <= Math.min(count, line + near); at++) shown[at] = 1;
  const found = [];
  for (let line = 1; line <= count; line++) {
    const isShown = shown[line] === 1, last = found.at(-1);
    if (last && last.isShown === isShown) last.end = line;
    else found.push({ isShown, start: line, end: line });
  }
  // Folding one or two lines saves no space.
  for (const block of found) if (block.end - block.start < 2) block.isShown = true;
  return found;
}

/** Returns the content of a folded block: the keys at the start of lines, or the names of tables. */
export function contents(lines) {
  const keys = lines.map((line) => /^( {0,2})([a-z][\w.|-]*):/.exec(line)).filter(Boolean);
  const top = keys.filter(([, indent]) => indent === ""), named = (top.length > 0 ? top : keys).map(([, , key]) => key);
  return named.length > 4 ? `${named.slice(0, 4).join(", ")}, …` : named.join(", ");
}
