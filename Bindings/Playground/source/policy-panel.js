// The text of the policy: the relevant rows with remarks, or an editor.
import { code, fill, h, hidden, listed, rich, sign, tag } from "./dom.js";
import { blocks, contents, editedLines } from "./text.js";

const view = { isWhole: false, hasNotes: false, opened: new Set(), shown: null };
/** The limits above which texts are edited without marks. */
const MOST_MARKED = 1 << 17, MOST_LINES = 5000;

const glyphs = { error: ["bad", "×"], warning: ["warn", "!"], note: ["", "i"] };

function findingsOf(app, level) {
  const { findings } = app.report;
  return findings.filter((one) => (level === "note") === (one.level === "note"));
}

const isOwn = (finding) => !finding.file || finding.file === "policy.yaml";

function message(finding) {
  const [kind, glyph] = glyphs[finding.level] ?? glyphs.note;
  return [tag(kind, glyph, finding.level), " ", rich(finding.message), finding.help && h("span", { className: "soft" }, "; ", rich(finding.help))];
}

/** Returns one line, with a separate comment and a bold id. A wrapped line is indented by half of its indentation plus two letters. */
function lineText(line) {
  const text = line.trimStart();
  const comment = /(^|\s)#.*$/.exec(text), body = comment ? text.slice(0, comment.index) : text;
  const id = /^(- \{id: )([^,}\s]+)/.exec(body);
  return [id ? [id[1], h("b", {}, id[2]), body.slice(id[0].length)] : body, comment && h("span", { className: "comment" }, text.slice(comment.index))];
}

function textOf(line) {
  return h("span", { className: "text", style: `--indent: ${line.length - line.trimStart().length}` }, lineText(line));
}

function numbered(line, text, classes) {
  return h("div", { className: `code ${classes}`, id: `line-${line}`, tabindex: "-1" }, h("span", { className: "number" }, hidden("line "), String(line)), textOf(text));
}

function deciding(app) {
  const { at } = app.state, place = app.played[at - 1]?.place;
  return place ? { ...place, at } : null;
}

/** Returns the earlier steps that each row of this text decided, without the current step, by the first and last line of the row. */
function earlier(app) {
  const rows = new Map();
  for (const { number, place } of app.played.slice(0, Math.max(0, app.state.at - 1))) {
    if (place?.file !== "policy.yaml") continue;
    const known = rows.get(place.line) ?? { end: place.endLine, steps: [] };
    known.steps.push(number);
    rows.set(place.line, known);
  }
  return rows;
}

/** Shows a row of another file, such as the policy that this policy extends. */
function foreignRow(app, place) {
  const name = place.file.replace(/\.yaml$/, ""), text = app.sources[name];
  if (!text) return h("p", { className: "small" }, `Line ${place.line} of ${place.file} decides step ${place.at}.`);
  const lines = text.split("\n").slice(place.line - 1, place.endLine);
  return h("section", { className: "foreign", id: "deciding", tabindex: "-1", "aria-label": `The deciding row, in ${place.file}` },
    h("p", { className: "small" }, code(place.file), ", which this policy extends:"),
    lines.map((line, index) => h("div", { className: "code deciding" }, h("span", { className: "number" }, hidden("line "), String(place.line + index)), textOf(line))),
    h("p", { className: "label accent" }, sign("▸ "), `decides step ${place.at}`));
}

function reading(app) {
  const lines = app.text.split("\n"), place = deciding(app), own = place?.file === "policy.yaml" ? place : null;
  if (lines.at(-1) === "") lines.pop();
  const edited = app.text === app.startText ? new Set() : editedLines(app.startText, app.text), below = new Map();
  const findings = app.report.findings.filter((one) => isOwn(one) && one.line && (view.hasNotes || one.level !== "note"));
  for (const one of findings) below.set(one.line, [...(below.get(one.line) ?? []), one]);
  const past = earlier(app), pastLines = new Map();
  for (const [line, { end, steps }] of past) for (let at = line; at <= end; at++) pastLines.set(at, at === end ? steps : []);
  const isDeciding = (line) => own && line >= own.line && line <= own.endLine;
  const marked = new Set([...edited, ...below.keys(), ...pastLines.keys(), ...(own ? Array.from({ length: own.endLine - own.line + 1 }, (_, index) => own.line + index) : [])]);
  const near = matchMedia("(min-width: 1024px)").matches ? (marked.size > 12 ? 1 : 3) : 0;
  if (lines.length > MOST_LINES) return h("p", { className: "empty" }, `The text has ${lines.length.toLocaleString("en")} lines: too many to list. “Edit text” shows it.`);
  const parts = view.isWhole ? [{ isShown: true, start: 1, end: lines.length }] : blocks(lines.length, marked.size > 0 ? marked : [1, 2, 3, 4, 5, 6], near);
  return [
    place && !own && foreignRow(app, place),
    h("div", { className: "listing", role: "region", "aria-label": "Lines of the policy" }, parts.map(({ isShown, start, end }) => {
      if (!isShown && !view.opened.has(start)) {
        const inside = contents(lines.slice(start - 1, end));
        return h("button", { className: "fold", key: `fold-${start}`, onclick: () => { view.opened.add(start); app.draw(); } },
          h("span", { className: "number" }, `${start}–${end}`), ` ${inside || "more rows"}`, hidden(", show"));
      }
      return lines.slice(start - 1, end).map((text, index) => {
        const line = start + index, isRow = isDeciding(line), steps = isRow ? undefined : pastLines.get(line);
        return [
          numbered(line, text, `${isRow ? "deciding" : steps ? "past" : ""} ${edited.has(line) ? "edited" : ""} ${below.has(line) ? "found" : ""}`),
          isRow && line === own.endLine && h("p", { className: "label accent" }, sign("▸ "), `decides step ${place.at}`),
          steps?.length > 0 && h("p", { className: "label past" }, `decided step ${listed(steps.map(String))}`),
          edited.has(line) && !edited.has(line + 1) && h("p", { className: "label edit" }, sign("+ "), "edited"),
          (below.get(line) ?? []).map((one) => h("p", { className: "label finding" }, message(one))),
        ];
      });
    })),
  ];
}

function ranges(app) {
  const place = deciding(app), found = [];
  if (place?.start !== undefined && app.good === app.text) found.push([place.start, place.end, "deciding"]);
  for (const one of app.report.findings) {
    if (isOwn(one) && one.level !== "note" && one.end > one.start && app.report.text === app.text) found.push([one.start, one.end, one.level]);
  }
  return found.sort((a, b) => a[0] - b[0]);
}

/** Returns the text behind the editor's text, which shows the marks. */
function backdrop(app) {
  const { text } = app, parts = [];
  let at = 0;
  for (const [start, end, kind] of ranges(app)) {
    if (start < at) continue;
    parts.push(text.slice(at, start), h("mark", { className: kind }, text.slice(start, end)));
    at = end;
  }
  return [...parts, text.slice(at), "\n"];
}

function gutter(app, count) {
  const levels = new Map();
  for (const one of app.report.findings) if (isOwn(one) && one.level !== "note" && levels.get(one.line) !== "error") levels.set(one.line, one.level);
  return Array.from({ length: count }, (_, index) => h("span", { className: levels.get(index + 1) ?? "" }, `${index + 1}\n`));
}

const editor = (() => {
  const area = h("textarea", { id: "editor", spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": "Text of the policy", "aria-describedby": "policy-status" });
  const behind = h("pre", { className: "behind", "aria-hidden": "true" }), numbers = h("pre", { className: "gutter", "aria-hidden": "true" });
  const box = h("div", { className: "editor" }, numbers, h("div", { className: "paper" }, behind, area));
  area.addEventListener("scroll", () => {
    behind.scrollTop = numbers.scrollTop = area.scrollTop;
    behind.scrollLeft = area.scrollLeft;
  });
  return { area, behind, numbers, box };
})();

/** Connects the editor: typing changes the text of the page. */
export function startEditor(app) {
  editor.area.addEventListener("input", () => {
    const { area } = editor, caret = area.selectionStart, kept = app.edit(area.value, caret);
    if (kept.text !== area.value) {
      area.value = kept.text;
      area.setSelectionRange(caret - kept.removed, caret - kept.removed);
    }
  });
  // Escape leaves the editor, so that Tab can then move the focus.
  editor.area.addEventListener("keydown", (event) => {
    if (event.key === "Escape") app.setEditing(false);
  });
}

function editing(app) {
  const { area, behind, numbers, box } = editor, isMarked = app.text.length <= MOST_MARKED;
  if (area.value !== app.text) area.value = app.text;
  behind.replaceChildren(...(isMarked ? backdrop(app) : []));
  numbers.replaceChildren(...(isMarked ? gutter(app, app.text.split("\n").length) : []));
  box.classList.toggle("plain", !isMarked);
  behind.scrollTop = numbers.scrollTop = area.scrollTop;
  return box;
}

/** Shows a position of the policy, selected in the editor or focused in the listing. */
export function showLine(app, line, start, end) {
  if (app.isEditing) {
    const { area } = editor;
    area.focus();
    if (start !== undefined) area.setSelectionRange(start, end);
    area.scrollTop = Math.max(0, (line - 4) * 20);
    return;
  }
  const target = document.getElementById(`line-${line}`);
  if (!target) {
    view.isWhole = true;
    app.draw();
  }
  const element = document.getElementById(`line-${line}`);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center" });
}

export function showDeciding(app) {
  const place = deciding(app);
  if (place?.file === "policy.yaml") showLine(app, place.line, place.start, place.end);
  else document.getElementById("deciding")?.focus();
}

/** Closes all opened folds, because another text has other lines. */
export function closeFolds() {
  view.opened.clear();
  view.isWhole = false;
}

function list(app, element) {
  const findings = view.hasNotes ? [...findingsOf(app), ...findingsOf(app, "note")] : findingsOf(app), most = 50;
  fill(element, findings.length > 0 && h("ul", { className: "findings", "aria-label": "Findings" }, findings.slice(0, most).map((one, index) => h("li", {},
    one.line ? h("button", { key: `finding-${index}`, onclick: () => isOwn(one) && showLine(app, one.line, one.start, one.end) }, isOwn(one) ? `line ${one.line}` : `${one.file}:${one.line}`) : null,
    " ", message(one)))), findings.length > most && h("p", { className: "soft" }, `and ${findings.length - most} more`));
}

export function drawPolicy(app, { head, body, status, tools, findings }) {
  const { counts } = app.report, notes = findingsOf(app, "note").length;
  fill(head, h("h2", { id: "policy-title" }, "The policy"),
    h("span", { className: "file" }, code(`${app.state.base}.yaml`), app.text !== app.startText && [" ", tag("warn", "+", "edited")]),
    h("button", { key: "edit", "aria-pressed": String(app.isEditing), onclick: () => app.setEditing(!app.isEditing) }, app.isEditing ? "Done" : "Edit text"));
  if (app.isEditing) {
    const box = editing(app);
    if (body.firstChild !== box) body.replaceChildren(box);
  } else {
    fill(body, reading(app));
  }
  const errors = app.report.findings.filter(({ level }) => level === "error").length;
  const words = app.report.message ? ["bad", "×", app.report.message]
    : errors > 0 ? ["bad", "×", `${errors === 1 ? "1 error" : `${errors} errors`}: the last text without errors decides`]
      : ["ok", "✓", `loads: ${counts ? `${counts.tables} tables, ${counts.rows} rows, ${counts.guards} guards` : "checking"}`];
  fill(status, tag(...words), app.report.isFull ? null : h("span", { className: "soft" }, " checking …"));
  fill(tools,
    !app.isEditing && h("button", { key: "whole", onclick: () => { view.isWhole = !view.isWhole; view.opened.clear(); app.draw(); } }, view.isWhole ? "Show what matters" : `Show all ${app.text.split("\n").length} lines`),
    notes > 0 && h("button", { key: "notes", "aria-pressed": String(view.hasNotes), onclick: () => { view.hasNotes = !view.hasNotes; app.draw(); } }, view.hasNotes ? "Hide notes" : `Show ${notes} notes`),
    app.text !== app.startText && h("button", { key: "revert", onclick: () => app.revert() }, "Undo all edits"));
  list(app, findings);
}
