// Searches for sequences of attempts that take over an account, and shows these sequences as stories.
import { Stopped } from "./client.js";
import { verdictBox } from "./difference.js";
import { code, fill, h, tag } from "./dom.js";
import { ATTACKER, mark, OWNER } from "./people.js";

const SECONDS = 300;

export class Takeovers {
  text = null;
  report = null;
  problem = null;
  started = null;
  #timer = null;

  async search(app) {
    const text = app.good;
    Object.assign(this, { text, report: null, problem: null, started: Date.now() });
    this.#timer = setInterval(() => app.draw(), 1000);
    app.draw();
    try {
      this.report = await app.prover.ask("prove", [text, { shorter: false, cells: false }], SECONDS);
    } catch (error) {
      if (error instanceof Stopped) this.problem = error.seconds === null ? "You stopped the search. Nothing is proved." : `The search took more than ${SECONDS} seconds. Nothing is proved.`;
      else this.problem = error.findings?.[0]?.message ?? error.message;
    }
    clearInterval(this.#timer);
    this.started = null;
    app.draw();
  }
}

/** Returns a text with the names of the page, because the prover writes "the owner" and "the attacker". */
const named = (text) => text.replaceAll(/\b[Tt]he owner\b/g, OWNER).replaceAll(/\b[Tt]he attacker\b/g, ATTACKER).replaceAll("owner@", "ada@").replaceAll("attacker@", "mallory@");

const who = (move) => (move.startsWith("A ") ? ATTACKER : OWNER);

/** Returns the steps of a counterexample as steps of the page; null if the counterexample starts with given accounts or settings. */
function stepsOf({ steps, vector }) {
  if (!vector || vector.given || vector.settings || vector.steps.length !== steps.length) return null;
  return vector.steps.map(({ expect, ...step }, index) => JSON.parse(JSON.stringify({ who: who(steps[index].move), ...step })
    .replaceAll("owner@", "ada@").replaceAll("attacker@", "mallory@").replaceAll('"subject":"owner"', '"subject":"ada"').replaceAll('"subject":"attacker"', '"subject":"mallory"')));
}

function story(id, verdict, app) {
  const { statement, steps, try: repair } = verdict, playable = stepsOf(verdict);
  return h("section", { className: "story" }, h("h3", {}, `${id}: `, tag("bad", "×", "broken")), h("p", { className: "small" }, "It should hold that ", named(statement), "."),
    h("ol", { className: "tale" }, steps.map(({ move, sentence, row }) => h("li", {}, mark(who(move)), h("span", {}, named(sentence), " ", code(row))))),
    repair?.edit && h("p", { className: "small" }, "One edit breaks this sequence: ", code(repair.edit), " in row ", code(repair.row), ". Others may remain."),
    playable && h("button", { key: `play-${id}`, onclick: () => app.playFound(playable) }, "Play these steps above"));
}

export function drawTakeovers(app, element) {
  const { takeovers } = app, { report, problem, started } = takeovers, isOld = report && takeovers.text !== app.good;
  const button = started
    ? h("button", { key: "prove", onclick: () => app.prover.stop() }, "Stop")
    : h("button", { key: "prove", className: "main", disabled: app.good === null, onclick: () => takeovers.search(app) }, report ? "Search again" : "Search for takeovers");
  const verdicts = Object.entries(report?.verdicts ?? {}), broken = verdicts.filter(([, { verdict }]) => verdict === "broken"), open = verdicts.filter(([, { verdict }]) => !["broken", "proved"].includes(verdict));
  fill(element,
    h("p", {}, "Plays every sequence of attempts by an owner and an attacker, and shows how the attacker wins, or proves that no sequence does. It takes seconds for ", code("hardened"), ", and up to minutes for others."),
    h("p", { className: "buttons" }, button, started && h("span", { role: "status" }, ` searching, ${Math.round((Date.now() - started) / 1000)} s`)),
    problem && verdictBox({ kind: "unknown", text: "Not decided", reason: problem }),
    isOld && h("p", { className: "soft" }, "The text has changed since this search."),
    report && (report.proved ? verdictBox({ kind: "ok", text: "Proved: nobody takes over an account", reason: `${verdicts.length} statements hold for any number of accounts, under the usual assumptions.` })
      : broken.length > 0 ? verdictBox({ kind: "bad", text: `Broken: ${broken.length} of ${verdicts.length} statements`, reason: "Each has a sequence of attempts that breaks it." })
        : verdictBox({ kind: "unknown", text: "Not decided", reason: `${open.length} of ${verdicts.length} statements are neither proved nor broken.` })),
    broken.map(([id, verdict]) => story(id, verdict, app)),
    report && h("details", { key: "statements" }, h("summary", {}, "All statements"), h("ul", { className: "dangers" }, verdicts.map(([id, { statement, verdict }]) =>
      h("li", {}, code(id), " ", tag(verdict === "proved" ? "ok" : verdict === "broken" ? "bad" : "", verdict === "proved" ? "✓" : verdict === "broken" ? "×" : "?", verdict), " ", named(statement))))),
    report && h("details", { key: "assumed" }, h("summary", {}, "Assumptions"), h("ul", { className: "dangers" }, report.assumptions.map((text) => h("li", {}, named(text))))));
}
