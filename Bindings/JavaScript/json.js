// Lines of JSON: requests that mean exactly what the caller passed, and answers that are strict JSON.

// The tool accepts 64 levels. The higher limit of the client bounds the stack.
const DEEPEST = 1000;

// Returns the line of a request. `JSON.stringify` is used only for strings and numbers, because it writes NaN, Infinity, functions and
// holes in arrays as `null` and a Map as `{}`, and calls `toJSON`. The tool would then decide another request.
export function lineOf(id, body) {
  const text = written(body, []);
  return text === "{}" ? `{"id":${id}}` : `{"id":${id},${text.slice(1)}`;
}

function written(value, above) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) throw refusal(String(value), above);
    return JSON.stringify(value);
  }
  if (typeof value !== "object") throw refusal(`a value of type ${typeof value}`, above);
  if (above.length >= DEEPEST) {
    if (above.some(({ holder }) => holder === value)) throw new TypeError("a request contains itself, which JSON cannot represent");
    throw new RangeError(`a request is nested more than ${DEEPEST} deep`);
  }
  const level = { holder: value, key: undefined };
  above.push(level);
  const texts = [];
  if (Array.isArray(value)) {
    if (Reflect.ownKeys(value).length !== value.length + 1) throw refusal("an array with holes or other properties", above);
    for (const [place, item] of value.entries()) {
      level.key = place;
      texts.push(written(item, above));
    }
  } else {
    if (!isPlain(value)) throw refusal("an object that has a class, `toJSON` or symbols", above);
    for (const [key, item] of Object.entries(value)) {
      // As with `JSON.stringify`, an undefined property is omitted.
      if (item === undefined) continue;
      level.key = key;
      texts.push(`${JSON.stringify(key)}:${written(item, above)}`);
    }
  }
  above.pop();
  return Array.isArray(value) ? `[${texts.join(",")}]` : `{${texts.join(",")}}`;
}

// Returns whether an object is a literal or has no prototype. The prototype can come from another realm, such as a test runner.
export function isPlain(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  const isRoot = prototype === null || (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, "hasOwnProperty"));
  return isRoot && Object.getOwnPropertySymbols(value).length === 0 && typeof value.toJSON !== "function";
}

function refusal(what, above) {
  const place = above.map(({ key }) => key).filter((key) => key !== undefined).join(".");
  return new TypeError(`${what} has no representation in JSON${place ? `, in \`${place}\`` : ""}`);
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// Returns the value of a line; undefined if the line is not strict JSON in UTF-8 without a byte order mark.
export function parsed(line) {
  try {
    return JSON.parse(decoder.decode(line));
  } catch {
    return undefined;
  }
}
