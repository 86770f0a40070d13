// The page: its state, the answers of the module, and the drawing of both.
import { Client, Rejected, Stopped, unpack } from "./client.js";
import { Difference, drawDifference, verdictBox } from "./difference.js";
import { $, code, fill, h, nameTables, sign } from "./dom.js";
import { DamagedLink, decoded, encoded, SHIPPED } from "./link.js";
import { drawMatrix, Matrix } from "./matrix.js";
import { ATTACKER, OWNER } from "./people.js";
import { cardsAt, playSteps } from "./played.js";
import { closeFolds, drawPolicy, showDeciding, showLine, startEditor } from "./policy-panel.js";
import { drawAccounts, drawPeople, drawSteps, insidersText } from "./stage.js";
import { editedPolicy, STORIES } from "./stories.js";
import { drawTabs } from "./tabs.js";
import { drawTakeovers, Takeovers } from "./takeovers.js";
import { LARGEST_TEXT, patch, patched, withoutDigest } from "./text.js";
import { verdictOf } from "./verdict.js";

const CHECK_SECONDS = 8, PAUSE = 60, PATIENCE = 1500, MOST_KEPT = 60;
const NOTHING = { findings: [], counts: null, isFull: false, text: null, message: null };

class Playground {
  state = { base: "firebase", edit: null, start: null, steps: [], at: 0, tab: null, story: [0, 0], people: [OWNER, ATTACKER] };
  sources = {};
  text = "";
  startText = "";
  /** The last text without errors, which decides the attempts. */
  good = null;
  report = NOTHING;
  played = [];
  /** The decision of the start policy about the current step, or null. */
  before = null;
  cards = [];
  notice = null;
  /** Whether the module has answered after the last change. */
  isSettled = false;
  /** Whether the page contains the prover, which makes the page larger. */
  hasProver = false;
  /** Public for the test of links. */
  encode = encoded;
  isEditing = false;
  difference = new Difference();
  matrix = new Matrix();
  takeovers = new Takeovers();
  #open = new Map();
  #round = 0;
  /** Counts the changes by the user; `#round` counts the evaluations by the module. */
  #change = 0;
  #plays = new Map();
  #unpacked;
  /** A text whose check took too long. */
  #slow = null;
  #timer = null;
  #saved = "";

  constructor() {
    const unpacked = (this.#unpacked = unpack());
    [this.player, this.checker, this.slow, this.tables, this.prover] = Array.from({ length: 5 }, () => new Client(unpacked));
  }

  async start() {
    startEditor(this);
    this.hasProver = (await this.#unpacked).hasProver;
    $("policy-menu").addEventListener("change", (event) => this.choose(event.target.value));
    $("copy").addEventListener("click", () => this.copyLink());
    addEventListener("hashchange", () => { if (location.hash.slice(1) !== this.#saved) void this.openLink(); });
    matchMedia("(min-width: 1024px)").addEventListener("change", () => this.draw());
    const texts = await Promise.all(SHIPPED.map((name) => this.player.ask("source", [name], CHECK_SECONDS)));
    this.sources = Object.fromEntries(SHIPPED.map((name, index) => [name, texts[index]]));
    await this.openLink();
  }

  alive(at) {
    return this.#open.get(at) ?? new Map();
  }

  // The link

  async openLink() {
    const hash = location.hash.slice(1);
    this.notice = null;
    try {
      if (hash === "") return this.tell(0, 0);
      const state = await decoded(hash), base = this.sources[state.base];
      const start = state.start === null ? base : patched(base, state.start), text = start === null || state.edit === null ? start : patched(start, state.edit);
      if (text === null || text.length > LARGEST_TEXT) throw new DamagedLink("its policy text does not fit the shipped one");
      this.state = state;
      [this.startText, this.text] = [start, text];
      this.isEditing = false;
      closeFolds();
      return this.evaluate();
    } catch (error) {
      if (!(error instanceof DamagedLink)) throw error;
      this.notice = `The link is damaged: ${error.message}. Here is the first story instead.`;
      return this.tell(0, 0);
    }
  }

  #saving = null;

  /** Saves the state 200 milliseconds after the last change. */
  saveSoon() {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => this.save(), 200);
  }

  async save() {
    const { base, steps, at, tab, story, people } = this.state, source = this.sources[base];
    if (this.text.length > LARGEST_TEXT) return;
    const hash = await encoded({
      base, steps, at, tab, story, people,
      start: this.startText === source ? null : patch(source, this.startText), edit: this.text === this.startText ? null : patch(this.startText, this.text),
    });
    try {
      history.replaceState(null, "", `#${hash}`);
      this.#saved = hash;
    } catch {
      // Browsers limit the length of an address, and the number of its changes.
    }
  }

  async copyLink() {
    await this.save();
    try {
      await navigator.clipboard.writeText(location.href);
      $("copied").textContent = "Copied.";
    } catch {
      $("copied").textContent = "The link is in the address bar.";
    }
  }

  // Actions of the user

  choose(base) {
    const text = this.sources[base];
    this.state = { ...this.state, base, story: null };
    [this.startText, this.text, this.notice] = [text, text, null];
    closeFolds();
    void this.evaluate();
  }

  tell(story, scene) {
    const { base, isEdited, steps, tab } = STORIES[story].scenes[scene], source = this.sources[base], start = isEdited ? withoutDigest(source).text : source;
    if (this.state.base !== base || this.state.story === null) closeFolds();
    this.state = { ...this.state, base, steps, at: steps.length, story: [story, scene], tab: tab ?? this.state.tab };
    [this.startText, this.text] = [source, isEdited ? editedPolicy(start) : source];
    this.isEditing = false;
    return this.evaluate();
  }

  addStep(step) {
    const steps = [...this.state.steps.slice(0, this.state.at), step];
    this.state = { ...this.state, steps, at: steps.length, story: null };
    void this.evaluate();
  }

  addPerson(name) {
    this.state = { ...this.state, people: [...this.state.people, name], story: null };
    this.draw();
    this.saveSoon();
  }

  playFound(steps) {
    this.state = { ...this.state, steps, at: steps.length, story: null };
    $("verdict").scrollIntoView({ block: "start" });
    void this.evaluate();
  }

  go(at) {
    this.state = { ...this.state, at, story: null };
    void this.evaluate();
  }

  clear() {
    this.state = { ...this.state, steps: [], at: 0, story: null };
    void this.evaluate();
  }

  edit(text, caret) {
    this.notice = null;
    const isFirst = this.text === this.startText, kept = isFirst ? withoutDigest(text, caret) : { text, removed: 0 };
    if (kept.isPinned) this.notice = "The line “digest:” was taken out: with it, every edit of a shipped policy is an error.";
    this.text = kept.text;
    this.state = { ...this.state, story: null };
    this.isSettled = false;
    // A slow question about an older text is stopped.
    this.#round += 1;
    this.#change += 1;
    for (const client of [this.player, this.checker]) if (client.busyFor > PATIENCE) client.stop();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.evaluate(), PAUSE);
    return kept;
  }

  revert() {
    [this.text, this.notice] = [this.startText, null];
    void this.evaluate();
  }

  startHere() {
    this.startText = this.text;
    void this.evaluate();
  }

  setEditing(isEditing) {
    this.isEditing = isEditing;
    this.draw();
    if (isEditing) $("editor").focus({ preventScroll: true });
    else document.querySelector('[data-key="edit"]').focus({ preventScroll: true });
  }

  openTab(tab) {
    this.state = { ...this.state, tab };
    this.draw();
    this.#background();
    this.saveSoon();
  }

  showRow() {
    showDeciding(this);
  }

  showLine(line) {
    showLine(this, line);
  }

  // Answers of the module

  async evaluate() {
    clearTimeout(this.#timer);
    this.isSettled = false;
    const change = ++this.#change;
    await this.#evaluate();
    if (change === this.#change) this.isSettled = true;
  }

  async #evaluate() {
    const round = ++this.#round, { text } = this, { steps, at, people } = this.state, isCurrent = () => round === this.#round;
    const play = (policy) => this.#play(policy, steps, at, people);
    const refusal = text.length > LARGEST_TEXT
      ? `The text has ${(text.length / 1048576).toFixed(1)} MiB: more than the ${LARGEST_TEXT >> 20} MiB that this page checks`
      : this.#slow === text ? `The text took more than ${CHECK_SECONDS} seconds, so its check was stopped; the last text decides` : null;
    if (refusal) this.report = { ...NOTHING, isFull: true, text, message: refusal };
    try {
      let result = refusal ? null : await play(text).catch((error) => {
        if (!(error instanceof Rejected) || error.findings.length === 0 || !isCurrent()) throw error;
        this.report = { ...NOTHING, findings: error.findings, text };
        return null;
      });
      if (!isCurrent()) return;
      if (result) {
        this.good = text;
        this.report = this.report.text === text ? this.report : { ...NOTHING, text };
      } else {
        // The last text without errors continues to decide; after a link to a text with errors, the start text decides.
        this.good ??= this.startText;
        result = await play(this.good).catch(() => ({ played: [], open: new Map() }));
      }
      // An edit can change the last answer.
      const before = this.good === this.startText ? null : await play(this.startText).catch(() => null);
      if (!isCurrent()) return;
      this.before = before?.played[at - 1]?.decision ?? null;
      this.#show(result);
      if (this.report.isFull && this.report.text === text) return this.#background();
      const report = await this.checker.ask("check", [text], CHECK_SECONDS);
      if (!isCurrent()) return;
      this.report = { ...report, counts: report.digest === null ? null : report.counts, isFull: true, text, message: null };
    } catch (error) {
      if (!isCurrent()) return;
      if (error instanceof Stopped && this.#slow !== text) {
        // The text is not checked again, and the last valid text decides.
        this.#slow = text;
        return this.#evaluate();
      }
      this.report = { ...NOTHING, isFull: true, text, message: `The text cannot be checked: ${error.message}` };
    }
    this.draw();
    this.#background();
  }

  /** Plays steps by a policy. The results are cached, so that going back and forth is immediate. */
  #play(policy, steps, at, people) {
    const key = JSON.stringify([policy, steps, at, people]);
    if (!this.#plays.has(key)) {
      const result = playSteps((cases) => this.player.ask("play", [policy, cases], CHECK_SECONDS), steps, people, [at, at - 1]);
      result.catch(() => this.#plays.delete(key));
      this.#plays.set(key, result);
      if (this.#plays.size > MOST_KEPT) this.#plays.delete(this.#plays.keys().next().value);
    }
    return this.#plays.get(key);
  }

  #show({ played, open }) {
    const { steps, at, people } = this.state;
    [this.played, this.#open] = [played, open];
    this.cards = at > 0 && played.length >= at ? cardsAt(at, steps, played, { after: this.alive(at), before: this.alive(at - 1) }, people) : [];
    this.draw();
    this.saveSoon();
  }

  #background() {
    const tab = this.state.tab ?? "difference";
    if (this.good !== this.text) return;
    const { story, people } = this.state, next = story && STORIES[story[0]].scenes[story[1] + 1];
    if (next) {
      const text = next.isEdited ? editedPolicy(withoutDigest(this.sources[next.base]).text) : this.sources[next.base];
      this.#play(text, next.steps, next.steps.length, people).catch(() => {});
    }
    if (this.text !== this.startText) void this.difference.update(this, tab === "difference");
    if (tab === "matrix") void this.matrix.update(this);
  }

  // Drawing

  draw() {
    const { state } = this;
    if (state.tab === "takeovers" && !this.hasProver) state.tab = null;
    $("policy-menu").value = state.base;
    fill($("notice"), this.notice);
    $("notice").hidden = !this.notice;
    this.#drawStories();
    this.#drawVerdict();
    drawPeople(this, $("people"));
    drawAccounts(this, $("accounts"));
    drawSteps(this, $("steps"));
    drawPolicy(this, { head: $("policy-head"), body: $("policy-body"), status: $("policy-status"), tools: $("policy-tools"), findings: $("policy-findings") });
    drawTabs(this, $("tabs"), $("panel"), { difference: this.difference.badge(this) });
    ({ difference: drawDifference, matrix: drawMatrix, takeovers: drawTakeovers })[state.tab ?? "difference"](this, $("panel"));
    nameTables();
    document.body.dataset.ready = String(this.report.isFull);
  }

  #drawStories() {
    fill($("stories"), STORIES.map(({ name, line }, index) => h("button", { key: `story-${index}`, "aria-pressed": String(this.state.story?.[0] === index), onclick: () => this.tell(index, 0) },
      sign(String(index + 1), "count"), h("span", {}, h("b", {}, name), h("span", { className: "line" }, line)))));
  }

  #changed(decision) {
    const { before } = this;
    if (!before || !decision || (before.outcome === decision.outcome && before.error === decision.error)) return null;
    return h("p", { className: "why" }, `Before the edit this was ${before.outcome}`, before.error && [": ", code(before.error)], ".");
  }

  #drawVerdict() {
    const { at, steps, people, story } = this.state, verdict = verdictOf(at, steps, this.played, this.cards, people);
    const scenes = story && STORIES[story[0]].scenes, scene = story?.[1], decision = this.played[at - 1]?.decision;
    const box = verdictBox(verdict, story && h("p", { className: "note" }, scenes[scene].note),
      this.#changed(decision), !verdict.reason && decision?.row && h("p", { className: "why" }, `Line ${decision.row.line} of the policy decides.`),
      h("p", { className: "unseen" }, story ? `Scene ${scene + 1} of ${scenes.length}. ` : `Step ${at} of ${steps.length}. `, insidersText(this.cards)));
    // Screen readers announce the verdict only if it is new.
    if ($("verdict").textContent !== box.textContent || $("verdict").dataset.kind !== verdict.kind) {
      $("verdict").dataset.kind = verdict.kind;
      $("verdict").replaceChildren(box);
    }
    const last = story && scene === scenes.length - 1;
    fill($("moves"), story
      ? [h("span", { className: "place" }, `${STORIES[story[0]].name}, ${scene + 1} of ${scenes.length}`),
        h("button", { key: "back", disabled: scene === 0, onclick: () => this.tell(story[0], scene - 1) }, "Back"),
        h("button", { key: "next", className: "main", onclick: () => (last ? this.tell((story[0] + 1) % STORIES.length, 0) : this.tell(story[0], scene + 1)) }, last ? (story[0] + 1 < STORIES.length ? "Next story" : "First story") : "Next")]
      : [h("span", { className: "place" }, `Your own steps, ${at} of ${steps.length}`),
        h("button", { key: "back", disabled: at === 0, onclick: () => this.go(at - 1) }, "Undo"),
        at < steps.length && h("button", { key: "next", onclick: () => this.go(at + 1) }, "Redo"),
        h("button", { key: "clear", disabled: steps.length === 0, onclick: () => this.clear() }, "Start again")]);
  }
}

const app = new Playground();
// Used in the console and by the test of the page.
window.playground = app;
app.start().catch((error) => {
  fill($("notice"), `The page cannot start: ${error.message}. It needs a browser of 2024 or later.`);
  $("notice").hidden = false;
});
