import json, subprocess, sys
policy, apple_only = sys.argv[1], sys.argv[2] == "apple"
ana = {"id": "u1", "email": "ana@gmail.com", "verified": True, "state": "active", "version": 1, "epoch": 0}
lines, want = [], []
for provider in ("google.com", "apple.com", "facebook.com", "saml.x", "oidc.y", "microsoft.com", "yahoo.com"):
    for action in ("sign-in", "link", "reauthenticate"):
        for origin in ("fresh", "returned"):
            for held in ("u1", None):
                for nonce in ("matched", "mismatched", "missing", "not-sent", "absent", None):
                    account = dict(ana, methods=[{"provider": provider, "subject": "p1"}])
                    attempt = {"action": action, "provider": provider, "subject": "p1" if held else "p2", "origin": origin,
                               "addresses": [{"email": "ana@gmail.com"}], "consent": "given", "nonce": nonce}
                    answers = {"accounts": [account], "credential": held, "addresses": [["u1"]], "method": "enabled"}
                    request = {"attempt": attempt, "answers": answers}
                    if action != "sign-in":
                        request["caller"] = {"session": "s1"}
                        answers["session"] = {"account": "u1", "epoch": 0, "ended": False, "recent": True}
                    bad = nonce in ("mismatched", "missing") and (provider == "apple.com" or not apple_only)
                    bad = bad or provider == "apple.com" and origin == "fresh" and nonce in ("not-sent", "absent", None)
                    lines.append(json.dumps({"id": len(lines), "decide": request}))
                    want.append((bad, attempt))
text = subprocess.run(["linkpolicy", "decide", policy], input="\n".join(lines), capture_output=True, text=True).stdout
wrong = 0
for line, (bad, attempt) in zip(text.splitlines(), want):
    answer = json.loads(line)
    refused = answer.get("decision", {}).get("error") == "missing-or-invalid-nonce"
    if "decision" not in answer or refused != bad:
        wrong += 1
        print(bad, json.dumps(attempt), line[:200])
print(len(want), "attempts,", wrong, "wrong")
