"""Changes of policies in a git repository, each with what comparing has to end in: written down before it was asked.

The gates `action` and `hooks` play them. The last commit is the old state; the new one is in the index.
"""
import os
import subprocess

BASE = """linkpolicy: 1
name: sound
providers:
  own.example: {kind: federated}
decisions:
  sign-in.federated:
    rows:
      - {id: returning, credential: known,                        do: [sign-in]}
      - {id: broken,    credential: broken,              refuse: stranger}
      - {id: first,     credential: new, address: [absent, free], do: [create, sign-in]}
      - {id: stranger,  credential: new, address: taken, refuse: stranger}
errors:
  stranger: {}
"""
OPEN = BASE.replace("taken, refuse: stranger}", "taken, do: [replace-subject, sign-in]}")
OTHER = BASE.replace("name: sound", "name: other")
OVERLAY = "linkpolicy: 1\nname: overlay\nextends: base.yaml\n"
# Edits a row of the base.
BROKEN = "decisions:\n  sign-in.federated:\n    change: [{id: stranger, refuse: stranger}]\n"
# So long that git sees no rename of the policy.
REWRITTEN = "".join(f"# Line {number} of a long comment that nobody has written before.\n" for number in range(100))


def git(folder, *words):
    return subprocess.run(
        ["git", "-c", "user.name=a", "-c", "user.email=a@harbour.example", "-c", "commit.gpgsign=false", "-c", "core.ignorecase=false",
         "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *words],
        cwd=folder, check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout.strip()


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def commit(folder, files):
    """Commits these files and no others."""
    if not os.path.isdir(os.path.join(folder, ".git")):
        os.makedirs(folder, exist_ok=True)
        git(folder, "init", "-q")
    change(folder, files)
    git(folder, "commit", "-q", "--allow-empty", "-m", "state")


def change(folder, files):
    git(folder, "rm", "-rfq", "--ignore-unmatch", ".")
    for name, text in files.items():
        if isinstance(text, tuple):
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            os.symlink(text[0], path)
        else:
            write(folder, name, text)
    git(folder, "add", "-A")


# What is changed; files before and after; the policy; the code, and words of what is said.
CASES = [
    ("nothing", {"p/a.yaml": BASE}, {"p/a.yaml": BASE}, "p/a.yaml", 0, []),
    ("an edit", {"p/a.yaml": BASE}, {"p/a.yaml": OPEN}, "p/a.yaml", 1, ["reaches-more"]),
    ("a renamed file", {"p/a.yaml": BASE}, {"p/b.yaml": BASE}, "p/b.yaml", 0, ["renamed"]),
    ("a renamed file with an edit", {"p/a.yaml": BASE}, {"p/b.yaml": OPEN}, "p/b.yaml", 1, ["renamed", "reaches-more"]),
    ("a file moved to another folder, with an edit", {"p/a.yaml": BASE}, {"q/r/a.yaml": OPEN}, "q/r/a.yaml", 1, ["renamed"]),
    ("a renamed and rewritten file of the same name", {"p/a.yaml": BASE}, {"p/b.yaml": REWRITTEN + OPEN}, "p/b.yaml", 1,
     ["renamed"]),
    ("a renamed and rewritten file of another name", {"p/a.yaml": BASE},
     {"p/b.yaml": REWRITTEN + OPEN.replace("name: sound", "name: new")}, "p/b.yaml", 4, ["nothing was compared", "p/a.yaml` was deleted"]),
    ("another case of the name", {"p/a.yaml": BASE}, {"p/A.yaml": OPEN}, "p/A.yaml", 1, ["renamed"]),
    ("another case, rewritten, of another name", {"p/a.yaml": BASE},
     {"p/A.yaml": REWRITTEN + OPEN.replace("name: sound", "name: new")}, "p/A.yaml", 1, ["renamed"]),
    ("a new policy", {"p/a.yaml": BASE}, {"p/a.yaml": BASE, "p/b.yaml": OTHER}, "p/b.yaml", 4, ["nothing was compared"]),
    ("a copy", {"p/a.yaml": BASE}, {"p/a.yaml": BASE, "p/b.yaml": BASE}, "p/b.yaml", 4, ["nothing was compared"]),
    ("a copy, and its original deleted", {"p/a.yaml": BASE, "p/z.yaml": OTHER}, {"p/copy.yaml": OPEN, "p/z.yaml": OTHER},
     "p/copy.yaml", 1, ["renamed"]),
    ("two policies swapped", {"p/a.yaml": BASE, "p/b.yaml": OPEN}, {"p/a.yaml": OPEN, "p/b.yaml": BASE}, "p/a.yaml", 1, ["reaches-more"]),
    ("a strict policy deleted, and a lax one copied under a new name",
     {"p/strict.yaml": BASE, "p/lax.yaml": OPEN.replace("name: sound", "name: lax")},
     {"p/lax.yaml": OPEN.replace("name: sound", "name: lax"), "p/strict2.yaml": OPEN.replace("name: sound", "name: lax")},
     "p/strict2.yaml", 1, ["renamed"]),
    ("two deleted policies of one name", {"p/a.yaml": BASE, "p/b.yaml": OPEN}, {"p/c.yaml": OPEN}, "p/c.yaml", 4, ["may have been any of"]),
    ("another policy deleted", {"p/a.yaml": BASE, "p/b.yaml": OTHER}, {"p/a.yaml": BASE}, "p/a.yaml", 0, ["p/b.yaml` was deleted"]),
    ("a new overlay that changes nothing", {"p/base.yaml": BASE}, {"p/base.yaml": BASE, "p/o.yaml": OVERLAY}, "p/o.yaml", 0,
     ["compared with its base"]),
    ("a new overlay of a base that opens", {"p/base.yaml": BASE}, {"p/base.yaml": OPEN, "p/o.yaml": OVERLAY}, "p/o.yaml", 1,
     ["compared with its base"]),
    ("a new overlay of a new base", {"p/a.yaml": OTHER}, {"p/a.yaml": OTHER, "q/base.yaml": BASE, "q/o.yaml": OVERLAY}, "q/o.yaml", 4,
     ["nothing was compared"]),
    ("a new overlay of a shipped policy", {"p/a.yaml": OTHER}, {"p/a.yaml": OTHER, "p/o.yaml": OVERLAY.replace("base.yaml", "hardened")},
     "p/o.yaml", 0, ["compared with its base"]),
    ("an overlay whose base opens", {"p/base.yaml": BASE, "p/o.yaml": OVERLAY}, {"p/base.yaml": OPEN, "p/o.yaml": OVERLAY}, "p/o.yaml", 1,
     ["reaches-more"]),
    ("a base that several overlays extend", {"p/base.yaml": BASE, "p/o.yaml": OVERLAY, "p/q.yaml": OVERLAY.replace("overlay", "second")},
     {"p/base.yaml": OPEN, "p/o.yaml": OVERLAY, "p/q.yaml": OVERLAY.replace("overlay", "second")}, "p/base.yaml", 1,
     ["stops `p/o.yaml`", "stops `p/q.yaml`"]),
    ("an overlay that a change of its base breaks", {"p/base.yaml": BASE, "p/o.yaml": OVERLAY + BROKEN},
     {"p/base.yaml": BASE.replace("id: stranger", "id: other"), "p/o.yaml": OVERLAY + BROKEN}, "p/base.yaml", 3, ["p/o.yaml` was not compared"]),
    ("an old version that does not load", {"p/a.yaml": BASE.replace("linkpolicy: 1", "linkpolicy: 9")}, {"p/a.yaml": BASE}, "p/a.yaml", 3,
     ["`HEAD:p/a.yaml` does not load with this version; commit ", "unknown format version `9`"]),
    ("an old version whose base does not load", {"p/base.yaml": BASE + "}", "p/o.yaml": OVERLAY}, {"p/base.yaml": BASE, "p/o.yaml": OVERLAY},
     "p/o.yaml", 3, ["does not load with this version; commit "]),
    ("an overlay that was broken before", {"p/base.yaml": BASE, "p/o.yaml": OVERLAY + BROKEN.replace("id: stranger", "id: nobody")},
     {"p/base.yaml": BASE, "p/o.yaml": OVERLAY + BROKEN.replace("id: stranger", "id: nobody")}, "p/base.yaml", 0, []),
    ("a policy moved with its base", {"p/base.yaml": BASE, "p/o.yaml": OVERLAY}, {"q/base.yaml": OPEN, "q/o.yaml": OVERLAY}, "q/o.yaml", 1,
     ["renamed"]),
    ("a policy moved with its base, unchanged", {"p/base.yaml": BASE, "p/o.yaml": OVERLAY}, {"q/base.yaml": BASE, "q/o.yaml": OVERLAY},
     "q/o.yaml", 0, ["renamed"]),
    ("a link that became a file", {"p/real.yaml": BASE, "p/a.yaml": ("real.yaml",)}, {"p/real.yaml": BASE, "p/a.yaml": OPEN}, "p/a.yaml", 3,
     ["symbolic link"]),
    ("a file that became a link to another", {"p/a.yaml": BASE, "p/b.yaml": OPEN}, {"p/a.yaml": ("b.yaml",), "p/b.yaml": OPEN}, "p/a.yaml", 1,
     ["reaches-more"]),
    ("a folder that became a link to another", {"p/a.yaml": BASE, "e/a.yaml": OPEN}, {"p": ("e",), "e/a.yaml": OPEN}, "p/a.yaml", 3,
     ["symbolic link to `e/a.yaml`"]),
    *((f"an overlay whose base opens, written {written!r}", {"p/base.yaml": BASE, "p/o.yaml": OVERLAY.replace("extends: base.yaml", written)},
       {"p/base.yaml": OPEN, "p/o.yaml": OVERLAY.replace("extends: base.yaml", written)}, "p/base.yaml", 1, ["stops `p/o.yaml`"])
      for written in ("extends : base.yaml", '"extends": base.yaml', '"ext\\u0065nds": base.yaml', "extends: ./base.yaml")),
    ("an overlay of a link to its base", {"p/base.yaml": BASE, "p/link.yaml": ("base.yaml",), "p/o.yaml": OVERLAY.replace("base", "link")},
     {"p/base.yaml": OPEN, "p/link.yaml": ("base.yaml",), "p/o.yaml": OVERLAY.replace("base", "link")}, "p/base.yaml", 3, ["is not a file in revision"]),
    ("a folder that became a file", {"p/a.yaml/b.yaml": OTHER}, {"p/a.yaml": OPEN}, "p/a.yaml", 3, ["a folder"]),
    *((f"the path `{old!r}`", {old: BASE}, {new: OPEN}, new, 1, ["reaches-more"]) for old, new in (
        ("p/one file.yaml", "p/one file.yaml"), ("p/one file.yaml", "p/two files.yaml"), ("-p/-a.yaml", "./-p/-a.yaml"),
        ("p/-a.yaml", "p/--gate.yaml"), ("p/'a\".yaml", "p/'a\".yaml"), ("p/a.yaml", "p/\"b'.yaml"), ("p/a\nb.yaml", "p/a\nb.yaml"),
        ("p/a.yaml", "p/b\nc.yaml"), ("p/$(touch ran).yaml", "p/$(touch ran).yaml"), ("p/ä.yaml", "p/ö.yaml"), ("p/[a]*.yaml", "p/[a]*.yaml"),
        ("p/:(top)a.yaml", "p/:(top)a.yaml"))),
]
