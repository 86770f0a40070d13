"""Copies of rendered pages with one fault each, by which the gate `page` shows that it finds them."""
import re

SECURITY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')


def faults(pages):
    """A list of the word that the finding begins with, the kind of page, the page with its fault, and where it is looked at."""
    made = []

    def add(word, kind, old, new, where="screen", count=-1):
        page = pages[kind]
        made.append((word, kind, SECURITY.sub("", page).replace(old, new, count) if old in page else page, where))

    def styled(word, kind, rule, where="screen"):
        add(word, kind, "</style>", rule + "</style>", where)

    def scripted(word, old, new):
        add(word, "policy", old, new, "filter")

    # What can be read.
    add("overflow", "policy", "</h1>", "</h1><div style='width: 3000px'>wide</div>")
    styled("overflow", "policy", ".frame { overflow: visible; }")
    styled("contrast", "policy", ".reading { color: #999; } @media (prefers-color-scheme: dark) { .reading { color: #555; } }")
    styled("contrast", "policy", ":root { --refuses: #1d2228; } @media (prefers-color-scheme: dark) { :root { --refuses: #eee; } }")
    styled("contrast", "change", ".why { color: #777; background: #888; }")
    add("keyboard", "policy", 'tabindex="0"', 'tabindex="-1"', "keyboard")
    styled("keyboard", "policy", "a:focus-visible { outline: none; }", "keyboard")
    add("link", "policy", 'href="#decisions"', 'href="#nowhere"')
    add("link", "policy", 'href="https://', 'href="javascript:')
    add("network", "policy", "</style>", "</style><link rel=stylesheet href='https://example.com/a.css'>")
    add("foreign", "policy", "<script>", "<script>/*" + "x" * 3072 + "*/")
    add("colour", "policy", "<strong>refused</strong>", "")
    add("id", "policy", 'id="decisions"', 'id="guards"')

    # What comes first, and what there is.
    add("order", "policy", "</header>", "</header><nav>contents</nav><p style='height: 60rem'></p>")
    add("order", "proof", 'id="verdicts"', 'id="statements"')
    add("order", "proof", "<summary>Assumptions", "<summary>a</summary></details><details open><summary>Assumptions")
    add("picture", "proof", "<desc", "<p hidden")
    add("picture", "proof", 'class="state"', 'class="other"')
    styled("picture", "proof", ".picture text { font-size: 30px; }")
    add("link", "policy", '<td class="never" id="', '<td class="never" title="', count=1)
    add("link", "change", 'class="self" href="', 'class="self" href="#content" title="')
    add("story", "change", "≠ changed", "≠")
    styled("story", "change", "td.changed { border: 0 !important; }")
    styled("story", "change", "td.changed:focus > .why { display: none; } td.changed:focus-within > .why { display: none; }")
    styled("story", "change", "td.changed:hover:not(:focus) > .why { display: none; }")

    # What scrolls, sticks and is linked to.
    styled("cut", "policy", "table.matrix tbody th { overflow-wrap: normal !important; } .matrix th div { width: 300px; }")
    styled("cut", "policy", ".frame { overflow: hidden; } .frame > table { width: 900px; position: fixed; }")
    styled("sign", "policy", ".frame::before { display: none; }")
    styled("sign", "policy", ".further::before { position: static; }")
    styled("blank", "policy", ".frame { min-height: 900px; }")
    styled("sticky", "policy", "thead { position: static; }")
    styled("sticky", "policy", "th[scope=row] { position: static; }")
    styled("sticky", "policy", "thead th { position: static !important; }")
    styled("sticky", "policy", "h2 { position: static; }")
    styled("target", "policy", "html, .frame { scroll-padding: 0 !important; }")
    styled("target", "policy", "tr:target > *, td:target { box-shadow: none; outline: none; }")

    # The script, and what is there without it.
    scripted("filter", "row.hidden = !wanted", "row.title = !wanted")
    scripted("filter", "count.textContent =", "count.title =")
    scripted("filter", 'if (target.closest("[hidden]"))', "if (false)")
    scripted("filter", "document.querySelector(\"main\").before(bar)", "void bar")
    add("unscripted", "policy", "</header>", "</header><input>", "unscripted")
    made.append(("filter", "policy", pages["policy"].replace("<script>", "<script> "), "filter"))

    # Paper.
    styled("print", "policy", "@media print { h2 { position: sticky; } }", "print")
    styled("print", "policy", "@media print { td { min-width: 400px !important; } }", "print")
    styled("print", "change", "@media print { .frame { overflow: hidden; max-height: 10rem; } }", "print")
    styled("print", "proof", "details::details-content { display: none !important; }", "print")
    return made
