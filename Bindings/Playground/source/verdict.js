// The one sentence about the state after a step, which is the worst true statement.
import { ownerOf, possessive, provider } from "./people.js";
import { insiders } from "./played.js";

const RANK = { bad: 3, warn: 2, unknown: 1, ok: 0 };

const wayNames = (methods) => methods.map(({ provider: id, kind }) => (kind === "email-link" ? "a mailed link" : provider(id).name));

function ofAccount(card) {
  const { owner, account } = card, ways = insiders(card), found = [];
  if (!owner) return found;
  const isOwnerIn = ways.has(owner);
  for (const [who, { methods, sessions }] of ways) {
    if (who === owner) continue;
    if (!isOwnerIn) {
      found.push({ kind: "warn", text: `${who} holds an account with ${possessive(owner)} address`, reason: `${account.email} is ${possessive(owner)}; ${owner} has not been here yet.` });
    } else if (methods.length > 0) {
      found.push({ kind: "bad", text: `${who} is in ${possessive(owner)} account`, reason: `${who} can enter it with ${wayNames(methods).join(" and ")}.` });
    } else {
      found.push({ kind: "bad", text: `${who} is still in ${possessive(owner)} account`, reason: `The session of step ${sessions.join(" and ")} is still open.` });
    }
  }
  return found;
}

/** Returns the kind, the sentence and the reason of the verdict after step `at`. */
export function verdictOf(at, steps, played, cards, people) {
  if (at === 0) return { kind: "unknown", text: "Nobody has signed in yet", reason: "Press a button of Ada or Mallory, or follow a story." };
  const step = played[at - 1], { who, attempt } = steps[at - 1], found = cards.flatMap(ofAccount);
  if (!step) return { kind: "unknown", text: `Step ${at} cannot be played`, reason: "" };
  const problem = step.problem ?? step.error?.message, decision = step.decision;
  const owned = attempt?.email ? ownerOf(attempt.email, people) : null;
  if (problem) {
    found.push({ kind: "unknown", text: "This step cannot be decided", reason: `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}.` });
  } else if (decision?.outcome === "refused" && owned === who) {
    const isTaken = cards.some((card) => card.owner === who && [...insiders(card).keys()].some((one) => one !== who));
    found.push({ kind: isTaken ? "bad" : "warn", text: isTaken ? `${who} is kept out of ${attempt.email}` : `${who} must use another way`, reason: `The answer is ${decision.error}.` });
  } else if (decision?.outcome === "refused") {
    found.push({ kind: "ok", text: `${who} is kept out`, reason: `The answer is ${decision.error}.` });
  } else if (decision) {
    const account = step.applied?.account, card = cards.find(({ id }) => id === account);
    const gone = (card?.methods ?? []).filter((one) => one.change === "dropped");
    if (gone.length > 0 && found.length === 0) {
      const own = gone.every((one) => one.who === who);
      found.push({ kind: own ? "warn" : "ok", text: own ? `${who} is in, without the old way` : `${who} is in, and ${gone[0].who ?? "the old way"} is out`,
        reason: `${wayNames(gone.map(({ method }) => method)).join(" and ")} was removed.`.replace(/^./, (letter) => letter.toUpperCase()) });
    } else if (card && !card.isGone) {
      const own = card.owner === who ? `${who} is in ${possessive(who)} own account` : `${who} is in account ${account}`;
      found.push({ kind: "ok", text: step.applied.new ? `${who} has a new account` : own, reason: "" });
    } else {
      found.push({ kind: "ok", text: "Allowed", reason: "" });
    }
  }
  found.sort((one, other) => RANK[other.kind] - RANK[one.kind]);
  return found[0];
}

/** Returns the outcome of a step as a short text: kind, sign and words. */
export function outcomeOf(step, who, cards) {
  const { decision, applied } = step ?? {};
  if (!decision) return { kind: "", glyph: "?", text: step?.problem || step?.error ? "not decided" : "not played" };
  const effects = decision.effects.map((effect) => (typeof effect === "string" ? effect : Object.keys(effect)[0]));
  if (decision.outcome === "refused") return { kind: "", glyph: decision.ask ? "?" : "×", text: decision.ask ? "refused, asks for proof" : "refused" };
  if (applied?.new) return { kind: "new", glyph: "+", text: `new account ${applied.account}` };
  const card = cards?.find(({ id }) => id === applied?.account), isOthers = card?.owner && card.owner !== who;
  const kind = isOthers ? "bad" : "new", where = applied?.account ? ` ${applied.account}` : "";
  if (effects.some((effect) => effect.startsWith("drop"))) return { kind, glyph: "−", text: `drops, enters${where}` };
  if (effects.some((effect) => ["link", "replace-subject", "set-password"].includes(effect))) return { kind, glyph: "&", text: `links, enters${where}` };
  if (effects.includes("sign-in")) return { kind, glyph: "=", text: `enters${where}` };
  return { kind, glyph: "=", text: effects.length > 0 ? "allowed" : "still open" };
}
