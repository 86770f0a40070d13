// A local identity provider for trials: it signs whatever a person types, as Google (RS256) or Apple (ES256). A real service redirects to
// the provider, and reads the provider's keys from its JWKS address.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { html } from "./html.js";
import { CLIENT_ID, PROVIDERS } from "./tokens.js";

const FAULTS = ["none", "signature", "algorithm", "issuer", "audience", "expired", "nonce", "no-nonce"];

export class LocalProvider {
  #private;
  #codes = new Map();

  constructor(secrets) {
    this.#private = Object.fromEntries(["RS256", "ES256"].map((algorithm) => [algorithm, createPrivateKey(secrets[algorithm])]));
  }

  // The public keys of a provider.
  keys(provider) {
    const { algorithm } = PROVIDERS[provider];
    return [{ ...createPublicKey(this.#private[algorithm]).export({ format: "jwk" }), kid: algorithm.toLowerCase() }];
  }

  // The token for an authorization code, once; undefined for another code.
  exchange(code) {
    const token = this.#codes.get(code);
    this.#codes.delete(code);
    return token;
  }

  // The page that asks who signs in.
  page(provider, query) {
    const hidden = ["state", "nonce", "redirect_uri"].map((name) => html`<input type=hidden name=${name} value="${query.get(name) ?? ""}">`);
    return html`<!doctype html><title>${provider}</title><h1>${provider} (local trial)</h1><form method=post>${hidden}
<p><label>Subject <input name=subject value=1></label> <label>Address <input name=email value=ada@gmail.com></label>
<label><input type=checkbox name=verified value=yes checked> verified</label>
<label>Fault <select name=fault>${FAULTS.map((fault) => html`<option>${fault}`)}</select></label> <button>Sign in</button></form>`;
  }

  // The address to which the person returns; null if the service did not register it, because another one would receive the code.
  authorize(provider, form) {
    if (form.get("redirect_uri") !== `/callback/${provider}`) return null;
    const code = randomBytes(16).toString("base64url");
    this.#codes.set(code, this.#token(provider, form));
    return `/callback/${provider}?${new URLSearchParams({ code, state: form.get("state") ?? "" })}`;
  }

  #token(provider, form) {
    const { issuer, algorithm } = PROVIDERS[provider], now = Math.floor(Date.now() / 1000), fault = form.get("fault") ?? "none";
    const other = Object.values(PROVIDERS).find((one) => one.issuer !== issuer), isOld = fault === "expired";
    const email = form.get("email") ?? "", nonce = fault === "nonce" ? "another nonce" : (form.get("nonce") ?? "");
    const claims = {
      iss: fault === "issuer" ? other.issuer : issuer, aud: fault === "audience" ? "another-client" : CLIENT_ID,
      sub: form.get("subject") ?? "", iat: isOld ? now - 7200 : now, exp: isOld ? now - 3600 : now + 600, email,
      email_verified: form.get("verified") === "yes", name: email.split("@")[0],
      // Apple signs the digest that the application sent.
      ...(fault !== "no-nonce" && { nonce: provider === "apple.com" ? createHash("sha256").update(nonce).digest("hex") : nonce }),
    };
    const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const text = `${part({ alg: fault === "algorithm" ? "none" : algorithm, kid: algorithm.toLowerCase() })}.${part(claims)}`;
    if (fault === "algorithm") return `${text}.`;
    const stranger = () => (algorithm === "RS256" ? generateKeyPairSync("rsa", { modulusLength: 2048 }) : generateKeyPairSync("ec", { namedCurve: "P-256" }));
    const key = fault === "signature" ? stranger().privateKey : this.#private[algorithm];
    return `${text}.${sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
  }
}
