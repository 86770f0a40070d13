// Functions that create and update elements. Text is always set as text, so no input becomes markup.

/** Returns an element. Properties that start with `on` are listeners; `key` identifies the element after it is drawn again. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [property, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (property.startsWith("on")) element.addEventListener(property.slice(2), value);
    else if (property === "key") element.dataset.key = value;
    else if (property === "value") element.value = value;
    else element.setAttribute(property === "className" ? "class" : property, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const $ = (id) => document.getElementById(id);

/** Replaces the contents of an element. A focused control keeps the focus if it is drawn again. */
export function fill(element, ...children) {
  const active = document.activeElement, key = element.contains(active) ? active.dataset.key : undefined;
  const range = active?.matches?.("input[type=text]") ? [active.selectionStart, active.selectionEnd] : null;
  const open = new Set([...element.querySelectorAll("details[open][data-key]")].map((one) => one.dataset.key));
  element.replaceChildren(...children.flat(9).filter(Boolean));
  for (const one of element.querySelectorAll("details[data-key]")) if (open.has(one.dataset.key)) one.open = true;
  if (key === undefined) return;
  const again = element.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? element.querySelector("button:not(:disabled)");
  again?.focus({ preventScroll: true });
  if (range && again?.setSelectionRange) again.setSelectionRange(...range);
}

/** Returns a sign that is visible but not read by screen readers. */
export const sign = (text, className = "") => h("span", { "aria-hidden": "true", className }, text);

export const hidden = (text) => h("span", { className: "unseen" }, text);

/** Returns a short text with a sign in front; the kind is `ok`, `bad`, `warn`, `new` or empty. */
export const tag = (kind, glyph, text) => h("span", { className: `tag ${kind}` }, glyph && sign(glyph), glyph && " ", text);

export const code = (text) => h("code", {}, text);

/** Returns a list of words, such as "a, b and c". */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** Returns text in which parts between backticks are code. */
export const rich = (text) => text.split("`").map((part, index) => (index % 2 === 1 ? code(part) : part));

const ROLES = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };

/** Sets the roles of table elements, because screen readers do not recognize a table whose rows are drawn as cards. */
export function nameTables() {
  for (const one of document.querySelectorAll("table, thead, tbody, tr, td, th")) {
    one.setAttribute("role", ROLES[one.tagName] ?? (one.getAttribute("scope") === "row" ? "rowheader" : "columnheader"));
  }
}
