// Text of pages, in which values are escaped.

class Markup {
  constructor(text) {
    this.text = text;
  }
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function html(parts, ...values) {
  return new Markup(parts.reduce((text, part, index) => text + written(values[index - 1]) + part));
}

function written(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(written).join("");
  return String(value ?? "").replaceAll(/[&<>"']/g, (character) => ENTITIES[character]);
}
