// The people with their buttons, the accounts, and the steps made so far.
import { badge, addressesOf, isName, mark, OWNER, ATTACKER, person, provider, PROVIDERS, possessive } from "./people.js";
import { ACTIONS, actionStep, effectWords, PROVIDER_ACTIONS, providerStep, words } from "./actions.js";
import { code, fill, h, hidden, rich, sign, tag } from "./dom.js";
import { insiders } from "./played.js";
import { MOST_PEOPLE, MOST_STEPS } from "./link.js";
import { outcomeOf } from "./verdict.js";

// The current choices in the people's forms, which are not part of the saved state.
const chosen = { emails: {}, action: "sign-in", claims: "", subject: "", provider: "", error: "" };

function lastSession(app, who) {
  for (let at = app.state.at; at > 0; at--) {
    if (app.state.steps[at - 1].who === who && app.played[at - 1]?.applied?.session && app.alive(app.state.at).get(at) !== false) return at;
  }
  return null;
}

const hasMail = (app) => app.played[app.state.at - 1]?.codes.some(({ used, expired }) => !used && !expired) ?? false;

function act(app, step, needs) {
  const { who } = step;
  chosen.error = "";
  const full = app.state.steps.length >= MOST_STEPS && app.state.at >= MOST_STEPS;
  if (full) chosen.error = `A play has at most ${MOST_STEPS} steps.`;
  if (needs === "session") {
    step.as = lastSession(app, who);
    if (step.as === null) chosen.error = `${who} has no open session here. Sign in first.`;
  }
  if (needs === "mail" && !hasMail(app)) chosen.error = "No mail has been sent, or its code is used. Ask for one first.";
  if (chosen.error) app.draw();
  else app.addStep(step);
}

function claims(app) {
  const text = chosen.claims.trim();
  if (text === "") return {};
  try {
    const value = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch { /* said below */ }
  chosen.error = "The claims are not a JSON object, such as {\"email_verified\": true}.";
  app.draw();
  return null;
}

function personRow(app, who) {
  const email = chosen.emails[who] ?? (who === ATTACKER ? `${OWNER.toLowerCase()}@gmail.com` : `${who.toLowerCase()}@gmail.com`);
  const press = (id) => {
    const given = claims(app), { action, subject } = chosen;
    if (given === null) return;
    act(app, providerStep(who, id, { action, email, claims: given, subject }), PROVIDER_ACTIONS.find((one) => one.id === action).needs);
  };
  const verb = PROVIDER_ACTIONS.find(({ id }) => id === chosen.action).name;
  const others = chosen.provider ? [provider(chosen.provider)] : [];
  const menu = h("select", { key: `action-${who}`, "aria-label": `Other actions of ${who}`, onchange: (event) => {
    const { value } = event.target;
    event.target.value = "";
    if (value) act(app, actionStep(who, value, email), ACTIONS.find(({ id }) => id === value).needs);
  } }, h("option", { value: "" }, "More …"), ACTIONS.slice(2).filter(({ id }) => id !== "open-link" || email.startsWith(`${who.toLowerCase()}@`))
    .map(({ id, name }) => h("option", { value: id }, name)));
  return h("div", { className: "who", role: "group", "aria-label": who },
    h("div", { className: "who-head" }, mark(who), " ", h("b", {}, who),
      h("span", { className: "soft" }, who === ATTACKER ? "claims an address" : `reads the mail of ${who.toLowerCase()}@…`),
      h("label", { className: "with" }, h("span", { className: "soft" }, "with "), hidden(`the address of ${who} `),
        h("input", { type: "text", key: `email-${who}`, value: email, list: "addresses", autocomplete: "off", spellcheck: "false", maxlength: "100",
          onchange: (event) => { chosen.emails[who] = event.target.value.trim(); app.draw(); } }))),
    h("div", { className: "buttons" },
      [...PROVIDERS.slice(0, 4), ...others].map(({ id, name }) => h("button", { key: `${who}-${id}`, onclick: () => press(id) },
        badge(id), hidden(`${who}: ${verb} with `), name)),
      ACTIONS.slice(0, 2).map(({ id, name }) => h("button", { key: `${who}-${id}`, onclick: () => act(app, actionStep(who, id, email)) },
        sign(id === "sign-up" ? "+" : "pw", "badge"), hidden(`${who}: ${name} `), sign(id === "sign-up" ? "Sign up" : "Password"))),
      menu));
}

function options(app) {
  const set = (name) => (event) => { chosen[name] = event.target.value.trim(); app.draw(); };
  return h("details", { key: "options", className: "options" },
    h("summary", {}, "Claims, other providers, linking, other people"),
    h("div", { className: "fields" },
      h("label", {}, "A provider’s button means", h("select", { key: "means", onchange: set("action") },
        PROVIDER_ACTIONS.map(({ id, name }) => h("option", { value: id, selected: id === chosen.action }, name)))),
      h("label", {}, "Claims, as JSON", h("input", { type: "text", key: "claims", value: chosen.claims, list: "claims", placeholder: "none", autocomplete: "off", spellcheck: "false", onchange: set("claims") })),
      h("label", {}, "Subject at the provider", h("input", { type: "text", key: "subject", value: chosen.subject, placeholder: "the person’s own", autocomplete: "off", spellcheck: "false", maxlength: "100", onchange: set("subject") })),
      h("label", {}, "One more provider", h("input", { type: "text", key: "provider", value: chosen.provider, placeholder: "such as microsoft.com", autocomplete: "off", spellcheck: "false", maxlength: "100", onchange: set("provider") })),
      h("form", { onsubmit: (event) => {
        event.preventDefault();
        const name = event.target.elements.name.value.trim(), { people } = app.state;
        if (!isName(name) || people.some((one) => one.toLowerCase() === name.toLowerCase())) chosen.error = "A name has 1 to 16 letters and digits, and is not in use.";
        else if (people.length >= MOST_PEOPLE) chosen.error = `There are at most ${MOST_PEOPLE} people.`;
        else {
          chosen.error = "";
          app.addPerson(name);
          return;
        }
        app.draw();
      } }, h("label", {}, "One more person", h("input", { type: "text", name: "name", key: "name", maxlength: "16", autocomplete: "off", placeholder: "such as Bob" })),
        h("button", { key: "add" }, "Add"))));
}

export function drawPeople(app, element) {
  fill(element, app.state.people.map((who) => personRow(app, who)), options(app),
    h("p", { className: "problem", role: "alert", hidden: chosen.error === "" }, chosen.error),
    h("datalist", { id: "addresses" }, addressesOf(app.state.people).map((value) => h("option", { value }))),
    h("datalist", { id: "claims" }, ['{"email_verified": true}', '{"email_verified": false}'].map((value) => h("option", { value }))));
}

const MARKS = { added: ["new", "+"], replaced: ["new", "+"], dropped: ["", "−"], opened: ["new", "+"], ended: ["", "−"] };

function change(word, isBad) {
  if (!word) return null;
  const [kind, glyph] = MARKS[word];
  return [" ", tag(isBad && kind ? "bad" : kind, glyph, word)];
}

function card(one) {
  const { id, account, owner, isVerified, isNewlyVerified, isGone } = one;
  const people = [...new Set([...one.methods, ...one.sessions].map(({ who }) => who))].sort((a, b) => (a === owner ? -1 : b === owner ? 1 : 0));
  const proof = isGone ? tag("", "−", "deleted") : isVerified ? tag(one.by === owner || !isNewlyVerified ? "ok" : "bad", "✓", isNewlyVerified ? "now proved" : "proved") : tag("warn", "!", "not proved");
  return h("article", { className: `account${isGone ? " gone" : ""}`, "aria-label": `Account ${id}` },
    h("header", {}, code(id), " ", h("b", {}, account.email ?? "no address"), one.isNew && tag("new", "+", "new"), account.state === "disabled" && tag("bad", "⊘", "disabled"), proof),
    h("table", {}, h("caption", { className: "unseen" }, `Who can get into account ${id}`),
      h("thead", {}, h("tr", {}, ["Who", "Ways in", "Signed in"].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, people.length === 0 && h("tr", {}, h("td", { colspan: 3, className: "soft" }, "Nobody can get in.")),
        people.map((who) => {
          const isBad = owner !== null && who !== owner;
          const methods = one.methods.filter((entry) => entry.who === who), sessions = one.sessions.filter((entry) => entry.who === who);
          return h("tr", {},
            h("th", { scope: "row" }, who ? person(who) : "somebody"),
            h("td", { "data-label": "Ways in" }, methods.length === 0 ? h("span", { className: "soft" }, "none") : h("ul", {}, methods.map(({ method, change: word }) =>
              h("li", { className: word === "dropped" ? "dropped" : "" }, badge(method.provider), " ",
                h("span", { className: "name" }, method.kind === "email-link" ? "mailed link" : method.provider), change(word, isBad))))),
            h("td", { "data-label": "Signed in" }, sessions.length === 0 ? h("span", { className: "soft" }, "no") : h("ul", {}, sessions.map(({ number, isOpen, change: word }) =>
              h("li", { className: isOpen ? "" : "dropped" }, h("span", { className: "name" }, `since step ${number}`), change(word, isBad),
                isOpen && isBad && !word && [" ", tag("bad", "!", "still open")])))));
        }))));
}

export function drawAccounts(app, element) {
  fill(element, app.cards.length === 0 ? h("p", { className: "empty soft" }, "There are no accounts yet.") : app.cards.map(card));
}

function reason(app, index) {
  const { decision, problem, error } = app.played[index] ?? {};
  if (!decision) return h("p", {}, rich(problem ?? error?.message ?? "A step before it cannot be played."));
  const { row, effects, told, facts } = decision, because = [row?.because ?? []].flat();
  const told2 = told && Object.entries(told).filter(([, value]) => value !== null).map(([name, value]) => `${name}: ${[value].flat().join(", ")}`);
  return h("div", { className: "reason" },
    decision.outcome === "refused" ? h("p", {}, "The caller sees ", code(decision.shown ?? decision.error), ".")
      : effects.length > 0 ? h("ul", { className: "effects" }, effects.map((effect) => h("li", {}, effectWords(effect)))) : h("p", {}, "Nothing changes."),
    decision.ask && h("p", {}, "It asks for ", code(decision.ask), "."),
    told2?.length > 0 && h("p", {}, "It tells ", told2.join("; "), "."),
    row && h("p", {}, "Decided by row ", h("a", { href: "#policy", key: `row-${index}`, onclick: (event) => { event.preventDefault(); app.showRow(); } }, code(row.table ? `${row.table}/${row.id}` : row.id)),
      `, line ${row.line}`, because.length > 0 && [", because ", h("span", { className: "because" }, because.join(", "))], "."),
    h("details", { key: `facts-${index}` }, h("summary", {}, "Facts"), h("dl", {}, Object.entries(facts ?? {})
      .filter(([name, value]) => !["none", "absent", "not-sent", "neither"].includes(value) && !name.startsWith("setting."))
      .map(([name, value]) => h("div", {}, h("dt", {}, code(name)), h("dd", {}, code(value)))))));
}

export function drawSteps(app, element) {
  const { steps, at, people } = app.state;
  fill(element, steps.length === 0 ? h("p", { className: "empty soft" }, "No steps yet.") : h("ol", { className: "steps" }, steps.map((step, index) => {
    const isCurrent = index + 1 === at, outcome = outcomeOf(app.played[index], step.who, isCurrent ? app.cards : null), later = index + 1 > at;
    const row = app.played[index]?.decision?.row;
    return h("li", { className: `step${isCurrent ? " current" : ""}${later ? " later" : ""}`, "aria-current": isCurrent ? "step" : undefined },
      h("div", { className: "lane", style: `--lane:${Math.min(people.indexOf(step.who), 2)}` }, mark(step.who)),
      h("div", { className: "said" },
        h("button", { key: `step-${index}`, className: "line", onclick: () => app.go(index + 1), "aria-expanded": String(isCurrent) },
          h("span", {}, `${index + 1} `, h("b", {}, step.who), ` ${words(step)}`, step.as ? h("span", { className: "soft" }, ` (session of step ${step.as})`) : null)),
        h("p", { className: "result" }, later ? h("span", { className: "soft" }, "not played at this point") : [tag(outcome.kind, outcome.glyph, outcome.text), " ", row && code(row.id)]),
        isCurrent && reason(app, index)));
  })));
}

/** Returns the people who can enter the accounts, in words, for the live region. */
export function insidersText(cards) {
  return cards.filter(({ isGone }) => !isGone).map((one) => {
    const names = [...insiders(one).keys()];
    return `Account ${one.id}${one.owner ? `, ${possessive(one.owner)} address` : ""}: ${names.length > 0 ? `${names.join(" and ")} can get in` : "nobody can get in"}.`;
  }).join(" ");
}
