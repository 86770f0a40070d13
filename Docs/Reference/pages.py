"""The pages of the reference."""
import os
import posixpath
import re

from compiler import ROOT, former, products
from content import Content, escape, plain, swift
from symbols import WITH_PAGE

# The types that a service meets in one decision, by step. The pages begin with them. A gate compares them with Docs/Glossary.md.
FIRST_TYPES = [
    ("Load", "a policy, once", ["Policy"]),
    ("Describe", "the verified sign-in or other action", ["Attempt", "Assertion", "AddressRecord"]),
    ("Look up", "the rows that the policy needs from the store", ["Lookup", "Account", "AnsweredLookup"]),
    ("Decide", "from the answered lookup", ["Decision", "Refusal", "InputError"]),
    ("Commit", "all changes, or none", ["ChangeSet", "Requirement", "Write", "AccountStore"]),
]
# Conformances that the compiler adds to nearly every type.
IMPLICIT = {"Swift.SendableMetatype", "Swift.Copyable", "Swift.Escapable", "Swift.BitwiseCopyable"}


class Site:
    """Writes every page. Each method returns the HTML of one page or of a part of it."""

    def __init__(self, library, version):
        self.library, self.version = library, version
        self.sources = set()
        self.uses = self.usage()

    def first_types(self):
        """The first types, as entries."""
        found = {
            name: [entry for entry in self.library.names.get(name, []) if len(entry.path) == 2]
            for _, _, names in FIRST_TYPES for name in names}
        wrong = [name for name, entries in found.items() if len(entries) != 1]
        if wrong:
            raise SystemExit(f"reference: the library does not have exactly one public type {', '.join(wrong)}; correct FIRST_TYPES")
        return {name: entries[0] for name, entries in found.items()}

    def usage(self):
        """For each type, the functions and properties that return it and the functions that take it."""
        uses = {}
        for entry in self.library.entries:
            tokens = entry.tokens()
            arrow = max((n for n, token in enumerate(tokens) if "->" in token["text"]), default=None)
            if entry.kind in ("case", "extension") or not entry.symbol:
                continue
            for number, token in enumerate(tokens):
                used = self.library.by_usr.get(token.get("preciseIdentifier"))
                following = tokens[number + 1:number + 3]
                # In `Account.State`, only `State` is used.
                isQualifier = len(following) == 2 and following[0]["text"] == "." and following[1]["kind"] == "typeIdentifier"
                if token["kind"] != "typeIdentifier" or used is None or used is entry.page or isQualifier:
                    continue
                isResult = entry.kind == "property" or (arrow is not None and number > arrow)
                isThrown = number > 1 and tokens[number - 2]["text"] == "throws"
                role = "Refined by" if entry.kind in WITH_PAGE else "Thrown by" if isThrown else "Returned by" if isResult else "Taken by"
                known = uses.setdefault(used, {}).setdefault(role, [])
                if entry not in known:
                    known.append(entry)
        return uses

    # The frame of every page.

    def layout(self, file, title, main, contents="", module=None, summary=""):
        up = posixpath.relpath(".", posixpath.dirname(file) or ".")
        content = Content(self.library, module, file)
        modules = "".join(
            f"<li>{content.link(entry, escape(entry.name), ' aria-current=true' if entry.name == module else '')}</li>"
            for entry in self.library.modules)
        return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<meta name="description" content="{escape(summary)}">
<link rel="stylesheet" href="{up}/page.css">
<script defer src="{up}/page.js" data-root="{up}/"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="{up}/index.html">LinkPolicy <span>{escape(self.version)} reference</span></a>
<form class="search" role="search" hidden>
<input type="search" role="combobox" aria-label="Search symbols" aria-expanded="false" aria-controls="results" aria-autocomplete="list"
 autocomplete="off" spellcheck="false" placeholder="Search symbols  ( / )">
<div id="results" role="listbox" aria-label="Results" hidden></div>
</form>
<a class="jump" href="#contents">Contents</a>
</header>
<div class="columns">
<main id="main" tabindex="-1">
{main}
</main>
<nav id="contents" aria-label="Contents">
{contents}
<h2>Modules</h2>
<ul>{modules}</ul>
</nav>
</div>
</body>
</html>
"""

    def trail(self, content, entry):
        """The way from the index to an entry."""
        steps = [f'<a href="{posixpath.relpath("index.html", posixpath.dirname(content.page))}">Reference</a>']
        for length in range(1, len(entry.path)):
            above = self.library.by_path.get(entry.path[:length])
            if above and above.page is above:
                steps.append(content.link(above, escape(above.own_name)))
        return '<p class="trail">' + " / ".join(steps) + "</p>"

    def source(self, content, entry):
        """The link to the declaration in the sources."""
        place = entry.location()
        if not place or not os.path.exists(os.path.join(ROOT, place[0])):
            return ""
        path, line = place
        self.sources.add(path)
        href = posixpath.relpath(f"source/{path}.html", posixpath.dirname(content.page)) + f"#L{line}"
        return f'<p class="source"><a href="{escape(href)}">{escape(posixpath.basename(path))}:{line}</a></p>'

    # Symbols.

    def fields(self, content, entry, shift):
        """Parameters, result and errors, and then the rest of the comment."""
        parameters, returns, throws, rest = content.discussion(entry, shift)
        rows = ""
        if parameters:
            items = "".join(f"<dt><code>{escape(name)}</code></dt><dd>{text}</dd>" for name, text in parameters)
            rows += f'<div class="fields"><p class="field">Parameters</p><dl>{items}</dl></div>'
        for title, text in (("Returns", returns), ("Throws", throws)):
            if text:
                rows += f'<div class="fields"><p class="field">{title}</p><div>{text}</div></div>'
        return rows, rest

    @staticmethod
    def mark(entry):
        """The mark of a deprecated symbol."""
        if entry.new_name is None:
            return ""
        return '<p class="mark">Deprecated' + (f"; use <code>{escape(entry.new_name)}</code>" if entry.new_name else "") + "</p>"

    def member(self, content, entry):
        """The section of a member on the page of its type."""
        declaration = f"<code>{content.declaration(entry.tokens())}</code>"
        summary = content.inline(entry.abstract, entry.document["references"])
        rows, rest = self.fields(content, entry, 2)
        isShort = entry.kind in ("property", "case") and "{" not in entry.own_name
        head = f'<h3 class="declaration">{declaration}</h3>' if isShort else \
            f'<h3><code>{escape(entry.own_name)}</code></h3><pre class="declaration">{declaration}</pre>'
        return (f'<section class="member" id="{escape(entry.anchor)}" data-symbol="{escape(entry.usr)}">{head}'
                f"{self.mark(entry)}{f'<p>{summary}</p>' if summary else ''}{rows}{rest}{self.source(content, entry)}</section>")

    def row(self, content, entry):
        """A line of a list of symbols or articles: its name and its summary."""
        text = escape(entry.own_name)
        link = content.link(entry, text if entry.kind == "article" else f"<code>{text}</code>")
        summary = content.inline(entry.abstract, entry.document["references"])
        if entry.kind == "extension":
            names = [f"<code>{escape(member.own_name)}</code>" for _, members in self.library.groups(entry) for member in members]
            more = f" and {len(names) - 4} others" if len(names) > 4 else ""
            summary = f"Adds {', '.join(names[:4])}{more} to a type of <code>{escape(entry.path[1])}</code>."
        return f"<dt>{link}</dt><dd>{summary}</dd>"

    def members(self, content, entry):
        """The topics of a type: rows for its types, sections for its members; and the contents of both."""
        main, contents = "", ""
        for number, (title, entries) in enumerate(self.library.groups(entry)):
            place = f"topic-{number + 1}"
            rows = "".join(self.row(content, other) for other in entries if other.page is other)
            rest = "".join(self.member(content, other) for other in entries if other.page is not other)
            main += f'<h2 id="{place}">{escape(title)}</h2>' + (f'<dl class="rows">{rows}</dl>' if rows else "") + rest
            items = "".join(f"<li>{content.link(other, f'<code>{self.breakable(other.own_name)}</code>')}</li>" for other in entries)
            contents += f'<h3><a href="#{place}">{escape(title)}</a></h3><ul>{items}</ul>'
        return main, contents

    def relations(self, content, entry):
        """Conformances, uses, additions of other modules, and articles that mention a type."""
        rows = ""
        references = entry.document["references"]

        def add(title, texts):
            nonlocal rows
            if texts:
                items = "".join(f"<li>{text}</li>" for text in texts)
                rows += f'<div class="fields"><p class="field">{title}</p><ul class="inline">{items}</ul></div>'

        for section in entry.document.get("relationshipsSections", []):
            texts = []
            for identifier in section["identifiers"]:
                other, title = self.library.by_identifier.get(identifier), references[identifier]["title"]
                if other:
                    texts.append(content.link(other, f"<code>{escape(other.name)}</code>"))
                elif title not in IMPLICIT:
                    known = self.library.named(title.rpartition(".")[2], entry.module) if title.startswith("LinkPolicy") else None
                    code = f"<code>{escape(title.removeprefix('Swift.'))}</code>"
                    texts.append(content.link(known, code) if known else code)
            add(section["title"].capitalize(), texts)
        for title, others in sorted(self.uses.get(entry, {}).items()):
            texts = [content.link(other, f"<code>{escape(other.name)}</code>") for other in others]
            add(title, texts)
        add("Extended by", [
            content.link(other, f"<code>{escape(other.module)}</code>") + ": " + ", ".join(
                content.link(member, f"<code>{escape(member.own_name)}</code>")
                for _, members in self.library.groups(other) for member in members)
            for other in self.library.additions.get(entry, [])])
        mentions = [identifier for section in entry.document.get("primaryContentSections", []) if section["kind"] == "mentions"
                    for identifier in section["mentions"]]
        add("Mentioned in", [content.link(self.library.by_identifier[identifier], escape(self.library.by_identifier[identifier].name))
                             for identifier in mentions])
        return f'<h2 id="relations">Relations</h2>{rows}' if rows else ""

    def symbol_page(self, entry):
        content = Content(self.library, entry.module, entry.file, entry)
        summary = content.inline(entry.abstract, entry.document["references"])
        rows, rest = self.fields(content, entry, 0)
        members, contents = self.members(content, entry)
        relations = self.relations(content, entry)
        if entry.kind == "extension":
            known = self.library.by_usr.get(next((t["preciseIdentifier"] for t in entry.tokens() if "preciseIdentifier" in t), None))
            text = content.link(known, f"<code>{escape(known.name)}</code>") if known else f"<code>{escape(entry.name)}</code>"
            summary = f"<code>{escape(entry.module)}</code> adds these members to {text}."
        title = "Extension" if entry.kind == "extension" else entry.label
        main = (f'{self.trail(content, entry)}<p class="kind">{escape(title)} in {escape(entry.module)}</p>'
                f'<h1 data-symbol="{escape(entry.usr)}">{self.breakable(entry.name)}</h1>{self.mark(entry)}<p class="lead">{summary}</p>'
                f'<pre class="declaration"><code>{content.declaration(entry.tokens())}</code></pre>'
                f"{self.source(content, entry)}{rows}{rest}{members}{relations}")
        if relations:
            contents += '<h3><a href="#relations">Relations</a></h3>'
        contents = f"<h2>On this page</h2>{contents}{self.module_contents(content, entry)}"
        return self.layout(entry.file, f"{entry.name} · {entry.module}", main, contents, entry.module, self.text(entry))

    @staticmethod
    def breakable(name):
        """A name that can break after a dot or a colon."""
        return escape(name).replace(".", ".<wbr>").replace(":", ":<wbr>")

    def text(self, entry):
        return plain(entry.abstract, entry.document["references"])

    def module_contents(self, content, entry):
        """The topics of the module of an entry, for its contents."""
        module = self.library.by_path[(entry.module,)]
        parts = ""
        for title, entries in self.library.groups(module):
            isHere = any(other is entry or entry.path[:len(other.path)] == other.path for other in entries)
            items = "".join(
                f"<li>{content.link(other, escape(other.own_name), ' aria-current=page' if other is entry else '')}</li>"
                for other in entries)
            parts += f"<details{' open' if isHere else ''}><summary>{escape(title)}</summary><ul>{items}</ul></details>"
        return f"<h2>{content.link(module, escape(module.name))}</h2>{parts}"

    def module_page(self, entry):
        content = Content(self.library, entry.module, entry.file, entry)
        _, _, _, rest = content.discussion(entry)
        main = (f'{self.trail(content, entry)}<p class="kind">Module</p><h1>{escape(entry.name)}</h1>'
                f'<p class="lead">{content.inline(entry.abstract, entry.document["references"])}</p>'
                f'<pre class="declaration"><code><span class="keyword">import</span> {escape(entry.name)}</code></pre>{rest}')
        contents = ""
        for number, (title, entries) in enumerate(self.library.groups(entry)):
            rows = "".join(self.row(content, other) for other in entries)
            main += f'<h2 id="topic-{number + 1}">{escape(title)}</h2><dl class="rows">{rows}</dl>'
            contents += f'<li><a href="#topic-{number + 1}">{escape(title)}</a></li>'
        return self.layout(entry.file, entry.name, main, f"<h2>On this page</h2><ul>{contents}</ul>", entry.module, self.text(entry))

    def article_page(self, entry):
        content = Content(self.library, entry.module, entry.file, entry)
        _, _, _, rest = content.discussion(entry)
        headings = [node for section in entry.document.get("primaryContentSections", []) if section["kind"] == "content"
                    for node in section["content"] if node["type"] == "heading" and node["level"] == 2]
        contents = "".join(f'<li><a href="#{escape(node["anchor"])}">{escape(node["text"])}</a></li>' for node in headings)
        main = (f'{self.trail(content, entry)}<p class="kind">Tutorial for {escape(entry.module)}</p><h1>{escape(entry.name)}</h1>'
                f'<p class="lead">{content.inline(entry.abstract, entry.document["references"])}</p><div class="article">{rest}</div>')
        contents = f"<h2>On this page</h2><ul>{contents}</ul>{self.module_contents(content, entry)}"
        return self.layout(entry.file, f"{entry.name} · {entry.module}", main, contents, entry.module, self.text(entry))

    # The index, and the sources.

    def index_page(self):
        content = Content(self.library, "LinkPolicy", "index.html")
        first = self.first_types()
        core = self.library.by_path[("LinkPolicy",)]
        # The first paragraph on the core describes the library; the rest describes the module.
        overview = content.discussion(core)[3].partition("</p>")
        main = (f'<p class="kind">API reference, version {escape(self.version)}</p><h1>LinkPolicy</h1>'
                f'<p class="lead">{content.inline(core.abstract, core.document["references"])}</p>{overview[0]}{overview[1]}')
        tutorials = [entry for entry in self.library.entries if entry.kind == "article"]
        topics = {
            entry: number for module in self.library.modules for _, entries in self.library.groups(module)
            for number, entry in enumerate(entries)}
        rows = "".join(self.row(content, entry) for entry in sorted(tutorials, key=lambda entry: (entry.module, topics.get(entry, 0))))
        main += f'<h2 id="first-types">The {self.count(len(first))} types of a decision</h2><ol class="steps">'
        for step, what, names in FIRST_TYPES:
            items = "".join(self.row(content, first[name]) for name in names)
            main += f'<li><h3>{escape(step)} <span>{escape(what)}</span></h3><dl class="rows">{items}</dl></li>'
        example, output = self.example()
        main += (f'</ol><h2 id="example">A decision in code</h2>{content.listing(example, "swift")}{content.listing(output, "text")}'
                 f'<h2 id="tutorials">Tutorials</h2><dl class="rows">{rows}</dl><h2 id="modules">Modules</h2>')
        contents = ('<li><a href="#first-types">Types of a decision</a></li><li><a href="#example">Example</a></li>'
                    '<li><a href="#tutorials">Tutorials</a></li><li><a href="#modules">Modules</a></li>')
        for entry in self.library.modules:
            main += (f'<section class="module"><h3 id="{escape(entry.name)}">{content.link(entry, escape(entry.name))}</h3>'
                     f'<p>{content.inline(entry.abstract, entry.document["references"])}</p><dl class="topics">')
            for title, entries in self.library.groups(entry):
                links = ", ".join(content.link(other, escape(other.own_name)) for other in entries)
                main += f"<dt>{escape(title)}</dt><dd>{links}</dd>"
            main += "</dl></section>"
        names = [(name, former(name)) for name in products() if former(name)]
        if names:
            main += '<h2 id="former">Former names</h2><p>These products export another module, for one version.</p><dl class="rows">'
            for name, modules in names:
                links = ", ".join(content.link(self.library.by_path[(module,)], f"<code>{escape(module)}</code>") for module in modules)
                main += f"<dt><code>{escape(name)}</code></dt><dd>exports {links}.</dd>"
            main += "</dl>"
            contents += '<li><a href="#former">Former names</a></li>'
        return self.layout("index.html", "LinkPolicy reference", main, f"<h2>On this page</h2><ul>{contents}</ul>", None, self.text(core))

    @staticmethod
    def example():
        """The lines of the example in README.md, and of its output, which a gate runs."""
        with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
            found = re.search(r"^## Embed\n\n```swift\n(.*?)^```\n\n```text\n(.*?)^```", file.read(), re.M | re.S)
        if not found:
            raise SystemExit("reference: README.md has no example with its output below `## Embed`")
        return found[1].splitlines(), found[2].splitlines()

    @staticmethod
    def count(number):
        return {12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen", 16: "sixteen"}.get(number, str(number))

    def source_page(self, path):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            lines = file.read().splitlines()
        file = f"source/{path}.html"
        content = Content(self.library, None, file)
        body = "".join(f'<span class="line" id="L{number}">{swift(line)}\n</span>' for number, line in enumerate(lines, 1))
        declared = [entry for entry in self.library.entries if entry.page is entry and (entry.location() or [None])[0] == path]
        items = "".join(f"<li>{content.link(entry, f'<code>{escape(entry.name)}</code>')}</li>" for entry in declared)
        listing = content.frame(f'<pre class="lines"><code>{body}</code></pre>', "Source")
        main = f'<p class="kind">Source</p><h1 class="path">{escape(path).replace("/", "/<wbr>")}</h1>{listing}'
        contents = f"<h2>Declares</h2><ul>{items}</ul>" if items else ""
        return self.layout(file, posixpath.basename(path), main, contents, None, f"The source file {path}.")

    def pages(self):
        """The files of the site with their text. The sources come last, because the other pages select them."""
        yield "index.html", self.index_page()
        for entry in self.library.entries:
            if entry.page is entry:
                page = {"module": self.module_page, "article": self.article_page}.get(entry.kind, self.symbol_page)
                yield entry.file, page(entry)
        for path in sorted(self.sources):
            yield f"source/{path}.html", self.source_page(path)

    def search_rows(self):
        """The rows of the search: name, kind, module, address, summary, and 1 for a first type."""
        first = set(self.first_types().values())
        for entry in self.library.entries:
            if entry.kind != "extension":
                name = entry.name if entry.kind != "article" else entry.document["metadata"]["title"]
                label = entry.label if entry.new_name is None else f"Deprecated {entry.label.lower()}"
                yield [name, label, entry.module, self.library.href(entry, "index.html"), self.text(entry), int(entry in first)]
