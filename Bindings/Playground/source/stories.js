// Three stories for newcomers. A scene is a policy, the steps so far, and a sentence about the important observation.
import { ATTACKER, OWNER } from "./people.js";

const ADDRESS = "ada@gmail.com";
const signUp = (who) => ({ who, attempt: { action: "sign-up", provider: "password", email: ADDRESS } });
const password = (who) => ({ who, attempt: { action: "sign-in", provider: "password", email: ADDRESS } });
const by = (who, provider) => ({ who, attempt: { action: "sign-in", provider, subject: who.toLowerCase(), email: ADDRESS } });
const reload = (who, step) => ({ who, attempt: { action: "reload" }, as: step });

/** The row that the third story adds, after the last row that trusts a provider. */
export const EDITED_ROW = "          - {id: github, provider: github.com, is: trusted, because: it is convenient}";
const BEFORE_EDIT = "          - {id: email-link, kind: email-link,                           is: trusted, because: E1}";

export function editedPolicy(text) {
  const at = text.indexOf(BEFORE_EDIT);
  if (at < 0) throw new Error("the policy has no place for the edited row");
  const end = text.indexOf("\n", at);
  return `${text.slice(0, end)}\n${EDITED_ROW}${text.slice(end)}`;
}

const SQUAT = [signUp(ATTACKER), by(OWNER, "google.com"), password(ATTACKER), reload(ATTACKER, 1)];
const OVERRIDE = [signUp(OWNER), by(OWNER, "google.com"), password(OWNER), by(OWNER, "facebook.com")];
const TAKEOVER = [by(OWNER, "google.com"), by(ATTACKER, "github.com")];

export const STORIES = [
  {
    name: "The squatter",
    line: "Mallory takes Ada’s address first.",
    scenes: [
      { base: "firebase", steps: SQUAT.slice(0, 1), note: "Nobody has asked Ada: a password proves nothing about an address." },
      { base: "firebase", steps: SQUAT.slice(0, 2), note: "Google proves that Ada owns the address, so Mallory’s password goes. But look at the sessions." },
      { base: "firebase", steps: SQUAT.slice(0, 3), note: "The password no longer works." },
      { base: "firebase", steps: SQUAT, note: "The session that Mallory opened in step 1 still works. Documented behavior can have gaps." },
      { base: "hardened", steps: SQUAT, note: "The same four steps under the policy “hardened”: it ends all sessions when the owner arrives." },
    ],
  },
  {
    name: "The override",
    line: "A provider replaces an unproved password.",
    scenes: [
      { base: "firebase", steps: OVERRIDE.slice(0, 1), note: "Ada opens an account with a password, and never opens the verifying mail." },
      { base: "firebase", steps: OVERRIDE.slice(0, 2), note: "The policy cannot know who set the unproved password. It believes Google, and removes the password." },
      { base: "firebase", steps: OVERRIDE.slice(0, 3), note: "That surprises users: Ada must use Google, or reset the password." },
      { base: "firebase", steps: OVERRIDE, note: "Facebook is not believed about gmail.com, so it must not open an account that is proved." },
    ],
  },
  {
    name: "One edited row",
    line: "Somebody decides to believe GitHub.",
    scenes: [
      { base: "firebase", steps: TAKEOVER.slice(0, 1), note: "Google is believed about gmail.com: the address is proved." },
      { base: "firebase", steps: TAKEOVER, note: "GitHub only repeats what Mallory typed in there. The policy does not believe it." },
      { base: "firebase", isEdited: true, steps: TAKEOVER, note: "One new row believes GitHub about every address. The same two sign-ins are played again." },
      { base: "firebase", isEdited: true, steps: TAKEOVER, tab: "difference", note: "The comparison of both policies finds the danger before anybody uses it." },
    ],
  },
];
