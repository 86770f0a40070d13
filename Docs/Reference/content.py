"""Documentation comments, articles and declarations as HTML."""
import html
import re
import sys

# A declaration with more characters has a line for each parameter.
LINE = 72
KEYWORDS = (
    "actor as async await break case catch class continue default defer deinit do else enum extension fallthrough false fileprivate final "
    "for func guard if import in indirect init inout internal is lazy let mutating nil nonisolated open operator override package private "
    "protocol public repeat rethrows return self Self some any static struct subscript super switch throw throws true try typealias var "
    "where while consuming borrowing sending"
)
SWIFT = re.compile(
    r'(?P<comment>//.*|/\*.*?\*/)|(?P<string>"(?:[^"\\]|\\.)*")|(?P<number>\b\d[\d_.]*\b)|(?P<keyword>(?<![.\w])(?:'
    + "|".join(KEYWORDS.split()) + r")\b)|(?P<attribute>[@#]\w+)", re.S)
# A name in code that may name a symbol: a type, or a type and its member.
NAME = re.compile(r"[A-Z]\w*(?:\.\w+)*(?:\([\w:]*\))?")


def escape(text):
    return html.escape(text, quote=True)


def swift(line):
    """A line of Swift, with its words marked."""
    parts, end = [], 0
    for found in SWIFT.finditer(line):
        parts += [escape(line[end:found.start()]), f'<span class="{found.lastgroup}">{escape(found[0])}</span>']
        end = found.end()
    return "".join(parts) + escape(line[end:])


def plain(nodes, references):
    """The text of inline nodes, without marks."""
    def text(node):
        if node["type"] == "reference":
            return references.get(node["identifier"], {}).get("title", "")
        return node.get("text") or node.get("code") or plain(node.get("inlineContent", []), references)

    return "".join(map(text, nodes))


class Content:
    """Makes HTML for one page. Its links are relative to the file of the page."""

    def __init__(self, library, module, page, about=None):
        self.library, self.module, self.page = library, module, page
        # A page has no links to itself in its text.
        self.about = about
        self.frames = 0

    def link(self, entry, text, style=""):
        return f'<a{style} href="{escape(self.library.href(entry, self.page))}">{text}</a>'

    def inline(self, nodes, references):
        return "".join(self.piece(node, references) for node in nodes)

    def piece(self, node, references):
        """One inline node as HTML."""
        kind = node["type"]
        if kind == "text":
            return escape(node["text"])
        if kind == "codeVoice":
            return self.code(node["code"])
        if kind in ("emphasis", "strong"):
            tag = {"emphasis": "em", "strong": "strong"}[kind]
            return f"<{tag}>{self.inline(node['inlineContent'], references)}</{tag}>"
        if kind == "reference":
            return self.reference(node, references)
        sys.exit(f"reference: {self.page}: no HTML for the inline node `{kind}`")

    def reference(self, node, references):
        """A link to a symbol, an article or an address."""
        known = references.get(node["identifier"], {})
        text = self.inline(node["overridingTitleInlineContent"], references) if "overridingTitleInlineContent" in node else None
        if known.get("type") == "link":
            return f'<a href="{escape(known["url"])}">{text or escape(known["title"])}</a>'
        collection = self.library.collections.get(node["identifier"])
        if collection:
            return f"<code>{escape(collection['metadata']['title'])}</code>"
        entry = self.library.by_identifier.get(node["identifier"])
        if entry is None or not node.get("isActive", True):
            sys.exit(f"reference: {self.page}: the link to {node['identifier']} is unresolved")
        text = text or (escape(entry.name) if entry.kind == "article" else f"<code>{escape(entry.name)}</code>")
        return text if entry is self.about else self.link(entry, text)

    def code(self, text):
        """Code in a sentence. The name of exactly one symbol becomes a link to it."""
        entry = self.library.named(text, self.module) if NAME.fullmatch(text) else None
        code = f"<code>{escape(text)}</code>"
        return code if entry is None or entry is self.about else self.link(entry, code)

    def blocks(self, nodes, references, shift=0):
        return "\n".join(self.block(node, references, shift) for node in nodes)

    def block(self, node, references, shift):
        """One block as HTML. Headings are deeper by the shift."""
        kind = node["type"]
        if kind == "paragraph":
            return f"<p>{self.inline(node['inlineContent'], references)}</p>"
        if kind == "heading":
            level = min(node["level"] + shift, 6)
            # Below a member, anchors would repeat.
            anchor = "" if shift else f' id="{escape(node["anchor"])}"'
            return f"<h{level}{anchor}>{escape(node['text'])}</h{level}>"
        if kind == "codeListing":
            return self.listing(node["code"], node.get("syntax"))
        if kind == "aside":
            name = escape(node.get("name") or node["style"].capitalize())
            return f'<aside><p class="field">{name}</p>{self.blocks(node["content"], references, shift)}</aside>'
        if kind in ("unorderedList", "orderedList"):
            tag = {"unorderedList": "ul", "orderedList": "ol"}[kind]
            items = "".join(f"<li>{self.blocks(item['content'], references, shift)}</li>" for item in node["items"])
            return f"<{tag}>{items}</{tag}>"
        if kind == "table":
            head = node.get("header") in ("row", "both")
            rows = ""
            for number, row in enumerate(node["rows"]):
                tag = "th" if head and number == 0 else "td"
                rows += "<tr>" + "".join(f"<{tag}>{self.blocks(cell, references, shift)}</{tag}>" for cell in row) + "</tr>"
            return self.frame(f"<table>{rows}</table>", "Table")
        sys.exit(f"reference: {self.page}: no HTML for the block `{kind}`")

    def frame(self, inner, name):
        """Wide content, which scrolls inside the page and can be reached by keyboard."""
        self.frames += 1
        return (f'<div class="frame" tabindex="0" role="region" aria-label="{escape(name)} {self.frames}">{inner}</div>')

    def listing(self, lines, syntax):
        body = "\n".join(map(swift, lines)) if syntax == "swift" else escape("\n".join(lines))
        return self.frame(f'<pre class="{"code" if syntax != "text" else "output"}"><code>{body}</code></pre>',
                          {"swift": "Swift code", "text": "Output", "console": "Commands"}.get(syntax, "Listing"))

    def declaration(self, tokens):
        """A declaration with links to its types. A long one has a line for each parameter."""
        isLong = len("".join(token["text"] for token in tokens)) > LINE
        parts, depth, opened = [], 0, None
        for token in tokens:
            text, kind = token["text"], token["kind"]
            if kind == "text":
                made = ""
                for number, sign in enumerate(text):
                    if sign in ")]" and opened == depth:
                        made, opened = made + "\n", -1
                    depth += (sign in "([") - (sign in ")]")
                    made += escape(sign)
                    following = text[number + 1:number + 2]
                    if isLong and sign == "(" and opened is None and following != ")":
                        made, opened = made + "\n  ", depth
                    elif sign == "," and opened == depth:
                        made += "\n "
                parts.append(made)
                continue
            entry = self.library.by_usr.get(token.get("preciseIdentifier"))
            if entry is not None and kind == "typeIdentifier":
                parts.append(self.link(entry, escape(text)))
            elif kind in ("keyword", "attribute", "number", "string", "internalParam") or kind == "identifier":
                parts.append(f'<span class="{kind}">{escape(text)}</span>')
            else:
                parts.append(escape(text))
        return "".join(parts)

    def discussion(self, entry, shift=0):
        """The parts of a comment below its summary: parameters, returns, throws, and the rest."""
        references = entry.document["references"]
        parameters, returns, throws, rest = [], "", "", []
        for section in entry.document.get("primaryContentSections", []):
            if section["kind"] == "parameters":
                parameters = [(item["name"], self.blocks(item["content"], references, shift)) for item in section["parameters"]]
            if section["kind"] != "content":
                continue
            content = list(section["content"])
            title = content[0].get("text") if content and content[0]["type"] == "heading" else None
            if title == "Return Value":
                returns = self.blocks(content[1:], references, shift)
                continue
            if title in ("Discussion", "Overview") and entry.kind != "article":
                content = content[1:]
            for node in content:
                if node["type"] == "aside" and node.get("name") == "Throws":
                    throws += self.blocks(node["content"], references, shift)
                else:
                    rest.append(node)
        return parameters, returns, throws, self.blocks(rest, references, shift)
