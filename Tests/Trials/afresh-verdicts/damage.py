"""Writes a damaged copy of a certificate: damage.py HOW FROM TO"""
import json
import sys

how, source, target = sys.argv[1:]
raw = open(source, "rb").read()
document = json.loads(raw)
if how == "empty":
    raw = b""
elif how == "cut":
    raw = raw[: len(raw) // 2]
elif how == "deep":
    raw = b"[" * 200000
elif how == "latin-1":
    raw = raw.replace(b'"name":"', b'"name":"\xe9')
elif how == "utf-16":
    raw = raw.decode().encode("utf-16")
elif how == "twice":
    raw = raw.replace(b'"settings":{}', b'"settings":{},"settings":{}')
elif how == "digits":
    raw = raw.replace(b'"certificate":1', b'"certificate":' + b"1" * 5000)
elif how == "reordered":
    raw = json.dumps(dict(reversed(list(document.items()))), indent=2).encode()
else:
    if how == "surrogate-provider":
        for thing in document["domains"][0]["things"]:
            if thing["thing"] == "method":
                thing["provider"] = "\ud800"
    elif how == "surrogate-invariant":
        document["invariants"].append("I\ud800")
    elif how == "surrogate-member":
        document["\ud800"] = 1
    elif how == "surrogate-switch":
        document["switches"]["\ud800"] = "on"
    elif how == "line-break":
        document["domains"][0]["things"][1]["provider"] = "a\nfine: I1 holds"
    elif how == "thing-left-out":
        document["domains"][0]["accounts"][0]["may"].pop()
    elif how == "account-twice":
        document["domains"][0]["accounts"].append(document["domains"][0]["accounts"][0])
    else:
        sys.exit(f"damage.py: no such damage: {how}")
    raw = json.dumps(document).encode()
open(target, "wb").write(raw)
