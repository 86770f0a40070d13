"""Writes a request whose identifier of a kind has so many bytes: `long.py KIND BYTES [CHARACTER]`."""
import json
import sys

kind, count, character = sys.argv[1], int(sys.argv[2]), (sys.argv[3:] or ["x"])[0]
size = len(character.encode())
text = character * (count // size) + "x" * (count % size)
attempt = {"action": "sign-in", "provider": "google.com", "subject": "g1", "addresses": [{"email": "ada@gmail.com"}]}
answers = {"accounts": [], "credential": None, "addresses": [[]], "method": "enabled"}
caller = {}
account = {"id": "u1", "email": "ada@gmail.com", "verified": False, "state": "active", "version": 1,
           "methods": [{"provider": "facebook.com", "subject": "f1"}]}


def answering(changed):
    answers.update(accounts=[changed], addresses=[[changed["id"]]])


if kind == "subject":
    attempt["subject"] = text
elif kind == "named-subject":
    attempt = {"action": "unlink", "provider": "google.com", "subject": text}
elif kind == "provider":
    attempt["provider"] = ("saml." + text)[:count]
elif kind == "address":
    attempt["addresses"] = [{"email": text + "@gmail.com"}]
elif kind == "tenant":
    attempt["tenant"] = text
elif kind == "session":
    attempt, caller = {"action": "sign-out"}, {"session": text}
elif kind == "target":
    attempt, caller = {"action": "disable"}, {"target": text}
elif kind == "code":
    attempt, caller = {"action": "reset-password"}, {"code": text}
elif kind == "stored-subject":
    answering({**account, "methods": [{"provider": "facebook.com", "subject": text}]})
elif kind == "stored-id":
    answering({**account, "id": text})
elif kind == "export":
    print(json.dumps({**account, "methods": [{"provider": "facebook.com", "subject": text}]}))
    sys.exit()
elif kind == "firebase":
    user = {"localId": "u1", "email": "ada@gmail.com", "providerUserInfo": [{"providerId": "google.com", "rawId": text}]}
    print(json.dumps({"users": [user]}))
    sys.exit()
elif kind == "vector":
    steps = [{"attempt": {"action": "sign-in", "provider": "google.com", "subject": text, "email": "ada@gmail.com"},
              "expect": {"input-error": "too-long"} if count > 255 else {"outcome": "allowed", "new": True}}]
    print(json.dumps({"vectors": 1, "policy": "firebase", "cases": [{"id": "s1", "title": "long", "steps": steps}]}))
    sys.exit()
elif kind == "orphan":
    steps = [{"attempt": {"action": "sign-in", "provider": "google.com", "subject": "g1", "email": "ada@gmail.com"},
              "expect": {"outcome": "allowed"}}]
    given = {"orphans": [{"provider": "google.com", "subject": text}]}
    print(json.dumps({"vectors": 1, "policy": "firebase", "cases": [{"id": "s1", "title": "long", "given": given, "steps": steps}]}))
    sys.exit()
else:
    sys.exit(f"no kind {kind}")
print(json.dumps({"id": 1, "decide": {"attempt": attempt, "caller": caller, "answers": answers}}))
