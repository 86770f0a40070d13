// Verifies ID tokens, and turns their claims into attempts.
import { createPublicKey, verify } from "node:crypto";

export const CLIENT_ID = "example-client";

// The providers of the service, by their ids in the policy: the mapping of claims, and the only accepted algorithm. A token must not
// choose it.
export const PROVIDERS = {
  "google.com": { mapping: "google", issuer: "https://accounts.google.com", algorithm: "RS256" },
  "apple.com": { mapping: "apple", issuer: "https://appleid.apple.com", algorithm: "ES256" },
};

// The token is not for this service, or is not genuine.
export class TokenError extends Error {}

// Returns the payload of a token after the check of its signature. `keys` are the keys of the provider, as its JWKS address has them.
export function payloadOf(token, algorithm, keys) {
  const parts = token.split(".");
  if (parts.length !== 3) throw new TokenError("a token has three parts");
  const [header, payload, signature] = parts.map((part) => Buffer.from(part, "base64url"));
  let read;
  try {
    read = JSON.parse(header);
  } catch {
    throw new TokenError("the header is not JSON");
  }
  if (read?.alg !== algorithm) throw new TokenError(`the algorithm is not ${algorithm}`);
  const key = keys.find(({ kid }) => kid === read.kid);
  if (key === undefined) throw new TokenError("the provider has no such key");
  const signed = Buffer.from(`${parts[0]}.${parts[1]}`);
  const isGenuine = verify("sha256", signed, { key: createPublicKey({ key, format: "jwk" }), dsaEncoding: "ieee-p1363" }, signature);
  if (!isGenuine) throw new TokenError("the signature is wrong");
  return payload.toString();
}

// Returns an attempt by a token. Issuer, audience and times are checked here; the policy decides about the nonce.
export function attemptBy(policy, action, provider, token, keys, nonce) {
  const { mapping, algorithm } = PROVIDERS[provider];
  const payload = payloadOf(token, algorithm, keys);
  const claims = policy.claims(mapping, payload, {
    provider, audiences: [CLIENT_ID], time: Math.floor(Date.now() / 1000), nonce: { raw: nonce } });
  return claims.attempt(action);
}
