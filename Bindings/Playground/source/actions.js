// The steps that clicks add. A step is a step of a vector, with the person who makes it.
import { provider } from "./people.js";

/** The actions that need no provider. `needs` names the conditions for an action. */
export const ACTIONS = [
  { id: "sign-up", name: "Sign up with a password", make: (who, email) => ({ attempt: { action: "sign-up", provider: "password", email } }) },
  { id: "password", name: "Sign in with a password", make: (who, email) => ({ attempt: { action: "sign-in", provider: "password", email } }) },
  { id: "send-link", name: "Ask for a mailed link", mails: "sign-in",
    make: (who, email) => ({ attempt: { action: "send-link", email, link: { domain: "allowed", "in-app": "on" } } }) },
  { id: "open-link", name: "Open the mailed link", needs: "mail",
    make: (who, email) => ({ attempt: { action: "sign-in", provider: "password", kind: "email-link", email }, code: "last" }) },
  { id: "request-verification", name: "Ask to verify the address", needs: "session", make: () => ({ attempt: { action: "request-verification" } }) },
  { id: "verify-email", name: "Open the verifying mail", needs: "mail", make: () => ({ attempt: { action: "verify-email" }, code: "last" }) },
  { id: "reload", name: "Reload the session", needs: "session", make: () => ({ attempt: { action: "reload" } }) },
  { id: "sign-out", name: "Sign out", needs: "session", make: () => ({ attempt: { action: "sign-out" } }) },
  { id: "delete", name: "Delete the account", needs: "session", make: () => ({ attempt: { action: "delete" } }) },
];

/** The possible meanings of a click on a provider. */
export const PROVIDER_ACTIONS = [
  { id: "sign-in", name: "sign in" },
  { id: "link", name: "link to the open session", needs: "session" },
  { id: "unlink", name: "unlink from the open session", needs: "session" },
];

export function providerStep(who, id, { action, email, claims, subject }) {
  const attempt = { action, provider: id };
  if (action !== "unlink") {
    attempt.subject = subject || who.toLowerCase();
    // Apple's documentation requires a nonce, and a correct app sends a nonce.
    if (id === "apple.com") attempt.nonce = "matched";
    if (email) attempt.email = email;
    if (email && claims && Object.keys(claims).length > 0) attempt.claims = claims;
  }
  return { who, attempt };
}

export function actionStep(who, id, email) {
  return { who, ...ACTIONS.find((one) => one.id === id).make(who, email) };
}

/** Returns the step in words, without the person who makes it. */
export function words({ attempt, code: mail }) {
  const { action, provider: id, email, subject, who } = attempt, name = id && provider(id).name;
  const address = email ? ` as ${email}` : "";
  switch (action) {
    case "sign-up": return `signs up with ${name}${address}`;
    case "sign-in": return mail !== undefined ? `opens the mailed link${address}` : `signs in with ${name ?? action}${address}`;
    case "link": return `links ${name}${address}`;
    case "unlink": return `unlinks ${name}`;
    case "send-link": return `asks for a mailed link to ${email}`;
    case "request-verification": return "asks to verify the address";
    case "verify-email": return "opens the verifying mail";
    case "reload": return "reloads the session";
    case "sign-out": return "signs out";
    case "delete": return "deletes the account";
    default: return `${action}${name ? ` with ${name}` : ""}${address || (subject ?? who ? ` (${subject ?? who})` : "")}`;
  }
}

const EFFECTS = {
  create: "opens a new account",
  "create-without-address": "opens a new account without the address",
  link: "adds the way in to the account",
  "replace-subject": "adds the way in, in place of an older one of this provider",
  "drop-unproven": "removes the ways in that never proved the address",
  "drop-factors": "removes second factors",
  "enroll-factor": "adds a second factor",
  "remove-factor": "removes a second factor",
  "verify-email": "counts the address as proved",
  "set-password": "sets the password",
  "set-email": "sets the address",
  "adopt-email": "takes over the address",
  "revoke-sessions": "ends all sessions",
  "cancel-pending": "cancels mailed codes",
  "end-session": "ends the session",
  "sign-in": "signs in",
  "issue-token": "renews the session",
  "send-code": "sends a mail",
  unlink: "removes the way in",
  delete: "deletes the account",
  "fill-profile": "fills in a missing name and photo",
  "overwrite-profile": "replaces name and photo",
  "refresh-method": "refreshes what the provider says",
};

/** Returns an effect in words; an effect without words here is shown by its name in the policy. */
export function effectWords(effect) {
  const name = typeof effect === "string" ? effect : Object.keys(effect)[0];
  return EFFECTS[name.split(":")[0]] ?? name;
}
