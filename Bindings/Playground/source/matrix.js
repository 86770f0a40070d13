// The outcome of each kind of sign-in for each state of the accounts. Rows with equal answers are joined.
import { Stopped } from "./client.js";
import { code, fill, h, hidden, sign } from "./dom.js";

const SECONDS = 30;

export class Matrix {
  #text = null;
  value = null;
  problem = null;

  async update(app) {
    const text = app.good;
    if (text === null || this.#text === text) return;
    Object.assign(this, { value: null, problem: null });
    this.#text = text;
    try {
      const value = await app.tables.ask("matrix", [text], SECONDS);
      if (this.#text === text) this.value = value;
    } catch (error) {
      if (this.#text === text) this.problem = error instanceof Stopped ? `The table was stopped after ${SECONDS} seconds.` : error.message;
    }
    app.draw();
  }
}

function joined(lines) {
  const groups = new Map();
  for (const line of lines) {
    const key = JSON.stringify(line.cells.map((results) => results.map(({ outcome, error }) => [outcome, error])));
    if (groups.has(key)) groups.get(key).push(line);
    else groups.set(key, [line]);
  }
  return [...groups.values()];
}

const values = (part) => part.values.join(", ");

function arrival(line) {
  return h("li", {}, line.arriving.length === 0 ? "any" : line.arriving.map((part, index) => [index > 0 && "; ",
    part.fact === "provider" || part.fact === "kind" ? null : h("span", { className: "soft" }, `${part.fact} `), part.not ? "not " : "", h("b", {}, values(part))]));
}

function cell(results, title) {
  // Rows that differ only in the remedy look equal here.
  const shown = new Map(results.map((one) => [`${one.outcome} ${one.error ?? ""}`, one]));
  return h("td", { "data-label": title, className: shown.size === 0 ? "never" : "" }, h("div", {}, shown.size === 0 ? [sign("·"), hidden("cannot occur")] : [...shown.values()].map(({ sign: glyph, outcome, error }) =>
    h("div", {}, h("b", {}, sign(glyph), " ", outcome), error && h("div", { className: "small soft" }, error)))));
}

/** Returns the meanings of the outcomes, without repetitions. */
function legend(matrices) {
  const meanings = new Map();
  for (const { tables } of matrices) for (const { lines = [] } of tables) for (const { outcome, sign: glyph, meaning } of lines.flatMap(({ cells }) => cells.flat())) meanings.set(outcome, [glyph, meaning]);
  return h("ul", { className: "legend small", "aria-label": "Outcomes" }, [...meanings].map(([outcome, [glyph, meaning]]) => h("li", {}, h("b", {}, sign(glyph), " ", outcome), h("span", { className: "soft" }, `: ${meaning}`))));
}

export function drawMatrix(app, element) {
  const { value, problem } = app.matrix;
  if (problem) return fill(element, h("p", { className: "problem" }, problem));
  if (!value) return fill(element, h("p", { className: "soft" }, "Making the table …"));
  fill(element, value.length === 0 && h("p", {}, "This policy has no sign-ins."), legend(value), value.map(({ action, columns, assumed, tables }) => h("section", {},
    h("h3", {}, code(action)),
    assumed.length > 0 && h("p", { className: "small soft" }, "Assumed: ", assumed.map(({ fact, values: words }) => `${fact} ${words.join(" or ")}`).join("; "), "."),
    tables.map(({ table, lines, omitted }) => omitted !== undefined
      ? h("p", { className: "soft" }, code(table), `: ${omitted} lines are too many to show.`)
      : h("details", { key: `matrix-${action}-${table}`, open: /federated/.test(table) }, h("summary", {}, code(table), h("span", { className: "soft" }, ` ${joined(lines).length === 1 ? "one kind" : `${joined(lines).length} kinds`} of arrival`)),
        h("div", { className: "wide" }, h("table", { className: "matrix stacked" }, h("caption", { className: "unseen" }, `Outcomes of ${table}`),
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Who arrives"), columns.map(({ title, meaning }) => h("th", { scope: "col", title: meaning }, title, hidden(`: ${meaning}`))))),
          h("tbody", {}, joined(lines).map((group) => h("tr", {}, h("th", { scope: "row" }, h("ul", {}, group.slice(0, 6).map(arrival), group.length > 6 && h("li", { className: "soft" }, `and ${group.length - 6} more`))),
            group[0].cells.map((results, index) => cell(results, columns[index]?.title ?? "")))))))))))); 
}
