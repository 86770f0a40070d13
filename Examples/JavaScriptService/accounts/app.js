// The pages and actions of the service. Each action is one attempt that the store settles.
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { InputError, LinkPolicyError } from "linkpolicy";
import { html } from "./html.js";
import { bound, comparing, hashed, LEAST } from "./passwords.js";
import { attemptBy, CLIENT_ID, PROVIDERS, TokenError } from "./tokens.js";

const SESSION = "account", VISIT = "visit";
const LARGEST_FORM = 1 << 16;
const SENTENCES = {
  "invalid-action-code": "this link is not valid", "expired-action-code": "this link has expired",
  "requires-recent-login": "sign in again first", "consent-required": "first agree to the link", "missing-or-invalid-nonce": "please start over",
};
// These act for the person of the method or address, whoever is signed in.
const WITHOUT_SESSION = new Set(["sign-in", "sign-up", "send-link", "request-reset"]);

// An answer that is no page of the account, such as a wrong form.
class Wrong extends Error {
  constructor(status, message = "this is not a valid request") {
    super(message);
    this.status = status;
  }
}

export class App {
  #store;
  #policy;
  #mailbox;
  #provider;
  #key;

  constructor(store, policy, mailbox, provider, key) {
    [this.#store, this.#policy, this.#mailbox, this.#provider, this.#key] = [store, policy, mailbox, provider, key];
  }

  async handle(request, response) {
    try {
      const { status, body = "", ...headers } = await this.#answer(request);
      response.writeHead(status, headers).end(body);
    } catch (error) {
      console.error(error);
      response.writeHead(500).end();
    }
  }

  async #answer(request) {
    let visitor;
    try {
      visitor = await Visitor.of(request);
      return await this.#route(request.method, visitor.url.pathname, visitor);
    } catch (error) {
      if (error instanceof Wrong) return page(html`<p>${error.message}`, error.status);
      if (error instanceof InputError) {
        const isToken = error.code === "claims";
        const message = isToken ? "please start over (the token was refused)" : error.code === "malformed" ? "this is not a valid address" : "not possible";
        return this.#page(visitor, message, 400);
      }
      // Without a decision, the attempt is refused. The message can contain addresses.
      if (error instanceof LinkPolicyError) {
        console.error(`${error.name}: ${error.message}`);
        return page(html`please try again later`, 503);
      }
      throw error;
    }
  }

  async #route(method, path, visitor) {
    const [, first, second, third, ...more] = path.split("/").map(decoded);
    const route = more.length > 0 || third !== undefined ? `${method} /${first}/*/${third}` : second === undefined ? `${method} ${path}` : `${method} /${first}/*`;
    const { form } = visitor;
    switch (route) {
      case "GET /": return this.#page(visitor, visitor.url.searchParams.get("done") === "mailed" ? "Look into your mailbox." : "");

      // Passwords.
      case "POST /sign-up": {
        const attempt = { action: "sign-up", provider: "password", addresses: [{ email: given(form, "email") }] };
        const password = given(form, "password");
        if (password.length < LEAST) return this.#page(visitor, `a password has at least ${LEAST} characters`, 400);
        return this.#settle(visitor, attempt, "signed-up", { newPassword: password });
      }
      case "POST /sign-in": {
        const attempt = { action: "sign-in", provider: "password", kind: "password", addresses: [{ email: given(form, "email") }] };
        return this.#settle(visitor, attempt, "signed-in", { password: comparing(given(form, "password")) });
      }

      // Providers.
      case "POST /sign-in/*":
      case "POST /link/*": return this.#redirect(visitor, first, second);
      case "GET /callback/*": return this.#callback(visitor, second);
      case "GET /provider/*/authorize":
      case "POST /provider/*/authorize": return this.#authorize(visitor, method, second);

      // Mails.
      case "POST /send-link": {
        const attempt = { action: "send-link", address: given(form, "email"), link: { domain: "allowed", "in-app": "on" } };
        return this.#settle(visitor, attempt, "mailed");
      }
      case "POST /request-reset": return this.#settle(visitor, { action: "request-reset", address: given(form, "email") }, "mailed");
      // Programs that read mails open links; only the form uses the code.
      case "GET /code/*": return this.#page(visitor, "", 200, { code: visitor.url.searchParams.get("code") ?? "", purpose: second });
      case "POST /code/*": return this.#code(visitor, second);

      // The person's own account.
      case "POST /sign-out":
      case "POST /delete": return this.#settle(visitor, { action: first }, first);
      case "POST /request-verification": return this.#settle(visitor, { action: first }, "mailed");
      case "POST /unlink/*":
        if (!Object.hasOwn(PROVIDERS, second)) throw new Wrong(404);
        return this.#settle(visitor, { action: "unlink", provider: second }, "unlink");
      default: throw new Wrong(404);
    }
  }

  // Settles an attempt of the browser, sends the notices that are due, and shows the result that the policy discloses, which can differ
  // from the real one.
  async #settle(visitor, attempt, done, { code, password, newPassword, cookies = [] } = {}) {
    const caller = this.#store.caller({ session: visitor.cookies.get(SESSION), code });
    if (WITHOUT_SESSION.has(attempt.action)) caller.session = null;
    const requestId = visitor.form.get("request") ?? undefined;
    if (requestId !== undefined && !/^[0-9A-Za-z-]{1,64}$/.test(requestId)) throw new Wrong(400);
    const { decision, outcome } = await this.#store.settle(attempt, {
      caller, password, passwordHash: newPassword && await hashed(newPassword),
      // The attempt has no new password. Somebody who repeats the form with another one must not get the session.
      requestId: requestId && newPassword ? await bound(requestId, newPassword) : requestId });
    const { failures } = await this.#store.outbox.deliver((notice) => this.#mailbox.send(notice));
    for (const { notice, error } of failures) console.error(`notice ${notice.n} was not sent: ${error.message}`);
    const shown = decision.shown ?? decision.error ?? "allowed";
    if (shown !== "allowed") return this.#page(visitor, `${SENTENCES[shown] ?? "this is not possible"} (${shown})`, 403, { cookies });
    if (outcome.session !== null) cookies.push(cookie(SESSION, this.#store.tokens.issue("session", outcome.session)));
    return redirect(`/?done=${done}`, cookies);
  }

  async #code(visitor, purpose) {
    const { form } = visitor;
    const attempts = {
      "sign-in": () => ({ action: "sign-in", provider: "password", kind: "email-link", addresses: [{ email: given(form, "email") }] }),
      reset: () => ({ action: "reset-password" }), verify: () => ({ action: "verify-email" }),
    };
    if (!Object.hasOwn(attempts, purpose)) throw new Wrong(404);
    const code = given(form, "code"), more = { code };
    if (purpose === "reset") {
      const password = given(form, "password");
      if (password.length < LEAST) return this.#page(visitor, `a password has at least ${LEAST} characters`, 400, { code, purpose });
      more.newPassword = password;
    }
    return this.#settle(visitor, attempts[purpose](), purpose, more);
  }

  #redirect({ form }, action, provider) {
    if (!Object.hasOwn(PROVIDERS, provider)) throw new Wrong(404);
    const [state, nonce] = [randomBytes(16), randomBytes(16)].map((bytes) => bytes.toString("base64url"));
    // The person's own choice on a page of this service, which no other site can send.
    const consent = form.get("consent") === "yes" ? "given" : "absent";
    const query = new URLSearchParams({ client_id: CLIENT_ID, redirect_uri: `/callback/${provider}`, state, nonce });
    return redirect(`/provider/${provider}/authorize?${query}`, [cookie(VISIT, this.#sealed({ action, provider, consent, state, nonce }))]);
  }

  async #callback(visitor, provider) {
    const visit = this.#opened(visitor.cookies.get(VISIT)), cookies = [cookie(VISIT, "", "; Max-Age=0")];
    const { searchParams } = visitor.url;
    if (visit?.provider !== provider || !isSame(searchParams.get("state") ?? "", visit.state))
      return this.#page(visitor, "please start over (no such visit)", 400, { cookies });
    let attempt;
    try {
      const token = this.#provider.exchange(searchParams.get("code") ?? "");
      if (token === undefined) throw new TokenError("the code is unknown");
      attempt = attemptBy(this.#policy, visit.action, provider, token, this.#provider.keys(provider), visit.nonce);
    } catch (error) {
      if (!(error instanceof TokenError) && error.code !== "claims") throw error;
      console.error(`a token was refused: ${error.message}`);
      return this.#page(visitor, "please start over (the token was refused)", 400, { cookies });
    }
    return this.#settle(visitor, { ...attempt, consent: visit.consent }, visit.action, { cookies });
  }

  #authorize({ form, url }, method, provider) {
    if (!Object.hasOwn(PROVIDERS, provider)) throw new Wrong(404);
    if (method === "GET") return page(this.#provider.page(provider, url.searchParams), 200);
    const place = this.#provider.authorize(provider, form);
    if (place === null) throw new Wrong(400);
    return redirect(place, []);
  }

  // A value of a cookie that only this service can make.
  #sealed(value) {
    const text = Buffer.from(JSON.stringify(value)).toString("base64url");
    return `${text}.${this.#seal(text)}`;
  }

  #opened(sealed = "") {
    const [text, seal] = sealed.split(".");
    return seal !== undefined && isSame(seal, this.#seal(text)) ? JSON.parse(Buffer.from(text, "base64url")) : null;
  }

  #seal(text) {
    return createHmac("sha256", this.#key).update(text).digest("base64url");
  }

  async #page(visitor, message, status = 200, { code, purpose, cookies = [] } = {}) {
    const id = code === undefined ? await this.#store.signedIn(visitor.cookies.get(SESSION)) : null;
    const account = id === null ? null : await this.#store.account(id);
    const form = (action, label, ...fields) => html`<form method=post action="${action}">
<input type=hidden name=request value="${randomBytes(16).toString("hex")}">${fields} <button>${label}</button></form>`;
    const email = html`<label>Address <input name=email></label>`, names = Object.keys(PROVIDERS);
    const password = (label) => html`<label>${label} <input name=password type=password></label>`;
    const consent = html`<label><input type=checkbox name=consent value=yes> Others may then see that both are mine</label>`;
    let content;
    if (account !== null) {
      const methods = account.methods.map(({ provider }) => provider).join(", ");
      content = html`<p id=account>You are ${account.email ?? "without an address"}${account.verified ? "" : " (not verified)"}.
You sign in with ${methods}.</p>${["sign-out", "request-verification", "delete"].map((action) => form(`/${action}`, action))}
${names.map((name) => [form(`/link/${name}`, `Add ${name}`, consent), form(`/unlink/${name}`, `Remove ${name}`)])}`;
    } else if (code !== undefined) {
      const hidden = html`<input type=hidden name=code value="${code}">`;
      const fields = { "sign-in": [email], reset: [password("New password")] };
      content = form(`/code/${encodeURIComponent(purpose)}`, "Continue", hidden, ...(fields[purpose] ?? []));
    } else {
      content = html`${names.map((name) => form(`/sign-in/${name}`, `Sign in with ${name}`))}
${["sign-up", "sign-in"].map((action) => form(`/${action}`, action, email, password("Password")))}
${["send-link", "request-reset"].map((action) => form(`/${action}`, action, email))}`;
    }
    const note = message === "" ? "" : html`<p id=message>${message}</p>`;
    return page(html`<!doctype html><title>Accounts</title><h1>Accounts</h1>${note}${content}`, status, cookies);
  }
}

// A request: its address, its form and its cookies.
class Visitor {
  static async of(request) {
    const visitor = new Visitor(), host = `http://${request.headers.host}`;
    visitor.url = URL.parse(request.url, host);
    if (visitor.url === null) throw new Wrong(400);
    visitor.cookies = new Map((request.headers.cookie ?? "").split(/; */).map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at), pair.slice(at + 1)];
    }));
    // Another site must not send forms in a person's name.
    if (request.method === "POST" && request.headers.origin !== undefined && request.headers.origin !== host) throw new Wrong(403);
    const chunks = [];
    let size = 0;
    for await (const chunk of request) {
      size += chunk.length;
      if (size <= LARGEST_FORM) chunks.push(chunk);
    }
    if (size > LARGEST_FORM) throw new Wrong(413);
    visitor.form = new URLSearchParams(Buffer.concat(chunks).toString());
    return visitor;
  }
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Wrong(400);
  }
}

function given(form, name) {
  const value = form.get(name);
  if (value === null) throw new Wrong(400);
  return value;
}

function isSame(a, b) {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

function cookie(name, value, more = "") {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${more}`;
}

function redirect(place, cookies) {
  return { status: 303, Location: place, "Set-Cookie": cookies };
}

// The address of a page can contain a code. Without any referrer, browsers would send `Origin: null` with forms.
function page(markup, status, cookies = []) {
  return {
    status, body: markup.text, "Content-Type": "text/html; charset=utf-8", "Referrer-Policy": "same-origin", "Cache-Control": "no-store",
    "Set-Cookie": cookies };
}
