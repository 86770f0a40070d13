// The difference between the start policy and the edited policy: the verdict, the edits, and an example for each danger.
import { Stopped } from "./client.js";
import { code, fill, h, hidden, listed, rich, sign, tag } from "./dom.js";
import { withoutDigest } from "./text.js";

const SECONDS = 60, EXAMPLE_STORES = 200;

/** Phrases for the first danger, used as the reason for a stop. */
const DANGERS = {
  "reaches-more": "strangers may enter existing accounts",
  "proves-more": "addresses count as proved without proof",
  "guards-less": "attempts that were refused are allowed",
  "tells-more": "callers learn more about accounts",
  "locks-out": "owners can be locked out",
  "keeps-more": "old ways into an account stay open",
};

/** Compares the policies after each change of the text: first the verdict, then the examples while the tab is open. */
export class Difference {
  #key = null;
  report = null;
  problem = null;
  isComplete = false;
  isAsking = false;

  async update(app, wantsExamples) {
    const old = withoutDigest(app.startText).text, text = withoutDigest(app.good ?? app.startText).text, key = `${old}\0${text}`;
    if (this.#key !== key) {
      if (this.isAsking) app.slow.stop();
      Object.assign(this, { report: null, problem: null, isComplete: old === text, isAsking: false });
      this.#key = key;
      if (old !== text) await this.#ask(app, key, old, text, 0);
    }
    if (wantsExamples && !this.isComplete && !this.isAsking && this.report && this.#key === key) await this.#ask(app, key, old, text, EXAMPLE_STORES);
  }

  async #ask(app, key, old, text, stores) {
    this.isAsking = true;
    try {
      const report = await app.slow.ask("diff", [old, text, { oldName: "before.yaml", newName: "after.yaml", stores }], SECONDS);
      if (this.#key !== key) return;
      this.report = report;
      this.isComplete = stores > 0;
    } catch (error) {
      if (this.#key !== key) return;
      // The verdict is valid even without examples.
      if (this.report) this.isComplete = true;
      else this.problem = error instanceof Stopped ? `The comparison was stopped after ${SECONDS} seconds.` : error.findings?.[0]?.message ?? error.message;
    } finally {
      if (this.#key === key) {
        this.isAsking = false;
        app.draw();
        if (app.state.tab === "difference" && !this.isComplete && !this.problem) void this.update(app, true);
      }
    }
  }

  badge(app) {
    if (app.text === app.startText) return null;
    const outcome = this.report?.verdict.outcome;
    return outcome === "stopped" ? tag("bad", "×", "stopped") : outcome ? tag("ok", "✓", "passes") : null;
  }
}

const firstUpper = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

function verdict({ verdict: { outcome, stopped, others }, causes, equal }) {
  if (equal) return { kind: "ok", text: "Both policies decide the same", reason: "No attempt gets another answer." };
  if (outcome !== "stopped") {
    return { kind: "ok", text: "Passes: no danger was found", reason: others.length > 0 ? "The changes are listed below." : "" };
  }
  const danger = stopped.map(({ kind }) => DANGERS[kind]).find(Boolean) ?? stopped[0].meaning.replace(/\.$/, "").replace(/^./, (letter) => letter.toLowerCase());
  return { kind: "bad", text: `STOPPED: ${danger}`, reason: `${causes.length === 1 ? "One edit has" : `${causes.length} edits have`} ${stopped.length === 1 ? "one danger" : `${stopped.length} dangers`}.` };
}

export function verdictBox({ kind, text, reason }, ...more) {
  return h("div", { className: `verdict ${kind}` }, sign({ bad: "✕", warn: "!", ok: "✓", unknown: "?" }[kind], "icon"),
    h("p", { className: "say" }, text), reason && h("p", { className: "why" }, rich(reason)), more);
}

function cause({ subject, oldLines, newLines, kinds }, app) {
  const lines = (part, glyph, className) => part?.text.map((text, index) => h("div", { className: `code ${className}` },
    h("span", { className: "number" }, hidden("line "), String(part.line + index)), h("span", { className: "text" }, sign(`${glyph} `), hidden(className), text.trim())));
  return h("div", { className: "cause" },
    h("p", { className: "small" }, newLines ? h("button", { key: `cause-${newLines.line}`, className: "link", onclick: () => app.showLine(newLines.line) }, `line ${newLines.line}`) : "removed", `, ${subject}`),
    lines(oldLines, "−", "removed"), lines(newLines, "+", "added"),
    h("p", { className: "small soft" }, kinds.length === 0 ? "No answer changes because of it." : listed(kinds)));
}

function example({ old, new: now, boxes, kinds }) {
  const witness = boxes.find((box) => box.witness)?.witness;
  if (!witness) return null;
  return h("section", { className: "example" },
    h("h4", {}, firstUpper(kinds[0].replace("-", " ")), ": ", h("span", { className: "soft" }, `${old.row ?? "no row"} → ${now.row ?? "no row"}`)),
    h("table", { className: "stacked" }, h("caption", { className: "unseen" }, "Example, before and after"),
      h("thead", {}, h("tr", {}, ["Step", "Before", "After"].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, witness.steps.map((step, index) => h("tr", {}, h("td", { "data-label": "Step" }, `${index + 1} ${step.what}`),
        h("td", { "data-label": "Before" }, step.old), h("td", { "data-label": "After" }, step.new !== step.old ? h("b", {}, step.new) : step.new))))));
}

export function drawDifference(app, element) {
  const { report, problem, isComplete } = app.difference;
  if (app.text === app.startText) {
    fill(element, h("p", {}, "The text is the one that you began with. Edit a row, or follow the third story: the verdict on the change appears here."));
    return;
  }
  if (app.good !== app.text) return fill(element, h("p", { className: "soft" }, "The difference appears once the text has no errors."));
  if (problem) return fill(element, verdictBox({ kind: "unknown", text: "Not decided", reason: problem }));
  if (!report) return fill(element, h("p", { className: "soft" }, "Comparing …"));
  const { stopped, others } = report.verdict, examples = report.changes.map(example).filter(Boolean).slice(0, 3);
  fill(element, verdictBox(verdict(report)),
    stopped.length > 0 && h("ul", { className: "dangers" }, stopped.map(({ kind, meaning }) => h("li", {}, meaning, " ", code(kind)))),
    h("h3", {}, "The edits"), report.causes.map((one) => cause(one, app)),
    examples.length > 0 && [h("h3", {}, "Examples"), examples],
    !isComplete && stopped.length > 0 && h("p", { className: "soft" }, "Searching for examples …"),
    others.length > 0 && [h("h3", {}, "Other changes"), h("ul", { className: "dangers" }, others.map(({ kind, meaning }) => h("li", {}, meaning, " ", code(kind))))],
    h("p", { className: "small soft" }, `${report.changedCells.toLocaleString("en")} of ${report.cells.toLocaleString("en")} combinations of facts are decided in another way.`),
    h("button", { key: "start-here", onclick: () => app.startHere() }, "Compare with this text from now on"));
}
