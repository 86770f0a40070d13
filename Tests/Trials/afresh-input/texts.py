import json, subprocess
def ask(verb, request):
    r = subprocess.run(["linkpolicy", verb, "hardened"], input=json.dumps({"id": 1, verb: request}), capture_output=True, text=True)
    a = json.loads(r.stdout)
    return "error" if "error" in a and "decision" not in a and "lookup" not in a else "taken"
fits, long = "é" * 127 + "x", "é" * 128
wrong = []
def sign(subject, provider="google.com", **more):
    a = {"action": "sign-in", "provider": provider, "subject": subject, "nonce": "matched", **more}
    return {"attempt": a}, {"attempt": a, "answers": {"credential": None, "method": "enabled"}}
def check(name, request, verb, want):
    got = ask(verb, request)
    if got != want: wrong.append((name, verb, want, got))
for name, text, want in (("255", fits, "taken"), ("256", long, "error"), ("4 bytes", "😀" * 64, "error"), ("100 KB", "s" * 100000, "error"), ("empty", "", "error")):
    for p, k in (("google.com", "federated"), ("custom", "custom"), ("phone", "phone")):
        a = {"action": "sign-in", "provider": p, "subject": text}
        check("subject %s %s" % (p, name), {"attempt": a}, "lookup", want)
        check("subject %s %s" % (p, name), {"attempt": a, "answers": {"credential": None, "method": "enabled"}}, "decide", want)
    l, d = sign("s", tenant=text)
    check("tenant " + name, l, "lookup", want); check("tenant " + name, d, "decide", want)
    for key, action in (("session", "reload"), ("target", "admin-delete"), ("code", "verify-email")):
        r = {"attempt": {"action": action}, "caller": {key: text}}
        check(key + " " + name, r, "lookup", want)
        check(key + " " + name, dict(r, answers={key: None, "addresses": []}), "decide", want)
for n, want in ((250, "taken"), (251, "error")):
    l, d = sign("s", "saml." + "p" * n)
    check("provider %d" % n, l, "lookup", want); check("provider %d" % n, d, "decide", want)
for name, text, want in (("255", fits, "taken"), ("256", long, "error"), ("empty", "", "error")):
    def account(**k): return {**{"id": "u1", "email": "ana@gmail.com", "verified": True, "methods": [], "state": "active", "version": 1}, **k}
    d = lambda acc: {"attempt": {"action": "admin-delete"}, "caller": {"target": "u1"}, "answers": {"accounts": [acc], "target": acc["id"]}}
    check("method subject " + name, d(account(methods=[{"provider": "google.com", "subject": text}])), "decide", want)
    x = d(account(id=text)); x["caller"]["target"] = "u1" if want == "error" else text
    check("account id " + name, x, "decide", want)
for n, want in ((254, "taken"), (255, "error")):
    e = "a" * 60 + "@" + ("b" * 60 + ".") * 3; e += "c" * (n - len(e))
    a = {"action": "request-reset", "address": e}
    check("address %d" % n, {"attempt": a}, "lookup", want)
    check("address %d" % n, {"attempt": a, "answers": {"addresses": [[]]}}, "decide", want)
print(*wrong, sep="\n")
print(len(wrong), "wrong")
