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
    styled("overflow", "policy", "div.matrix { overflow: auto; }")
    styled("overflow", "proof", ".frame { overflow: hidden; }")
    styled("covered", "policy", ".find { position: fixed; bottom: 0; }")
    styled("contrast", "policy", ".reading { color: #999; } @media (prefers-color-scheme: dark) { .reading { color: #555; } }")
    styled("contrast", "policy", ":root { --refuses: #1d2228; } @media (prefers-color-scheme: dark) { :root { --refuses: #eee; } }")
    styled("contrast", "change", ".why { color: #777; background: #888; }")
    add("keyboard", "proof", 'tabindex="0"', 'tabindex="-1"', "keyboard")
    styled("keyboard", "policy", "a:focus-visible { outline: none; }", "keyboard")
    add("link", "policy", 'href="#decisions"', 'href="#nowhere"')
    add("link", "policy", 'href="https://', 'href="javascript:')
    add("network", "policy", "</style>", "</style><link rel=stylesheet href='https://example.com/a.css'>")
    add("foreign", "policy", "<script>", "<script>/*" + "x" * 4096 + "*/")
    add("colour", "policy", "<strong>refused</strong>", "")
    add("id", "policy", 'id="decisions"', 'id="guards"')

    # What comes first, and what there is.
    add("order", "policy", "</header>", "</header><nav>contents</nav><p style='height: 60rem'></p>")
    add("order", "proof", 'id="verdicts"', 'id="statements"')
    add("order", "proof", "<summary>Assumptions", "<summary>a</summary></details><details open><summary>Assumptions")
    add("order", "change", 'id="verdict"', 'id="first"')
    add("order", "change", 'id="counts"', 'id="numbers"')
    add("verdict", "change", "DANGER: ", "")
    add("verdict", "change", '<div class="icon" aria-hidden="true">✕', '<div class="icon" aria-hidden="true">')
    add("verdict", "change", 'class="dangers"', 'class="dangers"><li>A danger without a story</li></ul><ul class="other"')
    add("edit", "change", "<ins>", "<span>")
    add("edit", "change", '<code class="place">', '<code hidden>')
    add("tale", "change", ">before</th>", ">old</th>")
    add("fold", "change", '<details class="fold"', '<details open class="fold"')
    add("fold", "change", "unchanged row", "further row")
    add("fold", "change", 'data-kind="unchanged"', 'data-kind="changed"', count=1)
    add("columns", "policy", ">verified</th>", ">none, no address</th>")
    add("picture", "proof", "<desc", "<p hidden")
    add("picture", "proof", 'class="state"', 'class="other"')
    styled("picture", "proof", ".picture text { font-size: 30px; }")
    add("link", "policy", '<td class="never" id="', '<td class="never" title="', count=1)
    add("link", "change", 'class="self" href="', 'class="self" href="#content" title="')
    add("story", "change", "≠ changed", "≠")
    styled("story", "change", "td.changed { box-shadow: none !important; }")
    styled("story", "change", "td.changed:focus > .why { display: none; } td.changed:focus-within > .why { display: none; }")
    styled("story", "change", "td.changed:hover:not(:focus) > .why { display: none; }")

    # What scrolls, sticks and is linked to.
    styled("cut", "policy", "table.matrix tbody th div { width: 600px; }")
    styled("sign", "proof", ".frame::before { display: none; }")
    styled("sign", "proof", ".frame::before { position: static; }")
    styled("blank", "proof", ".frame { min-height: 1900px; }")
    styled("sticky", "policy", "thead { position: static; }", "wide")
    styled("sticky", "policy", "h2 { position: static; }", "wide")
    styled("sticky", "policy", "th[scope=row] { position: static !important; }")
    styled("card", "policy", "td::before { content: none !important; }")
    styled("card", "policy", "thead { display: block !important; }")
    styled("target", "policy", "td { scroll-margin: 0 !important; }")
    styled("target", "policy", "tr:target > *, td:target { box-shadow: none; outline: none; }")

    # The script, and what is there without it.
    scripted("filter", "row.hidden = only", "row.title = only")
    scripted("filter", "count.textContent =", "count.title =")
    scripted("filter", 'if (target.closest("[hidden]"))', "if (false)")
    scripted("filter", 'rows[0].closest("section").before(bar)', "void bar")
    add("filter", "change", "only.checked && ", "", "filter")
    add("unscripted", "policy", "</header>", "</header><input>", "unscripted")
    made.append(("filter", "policy", pages["policy"].replace("<script>", "<script> "), "filter"))

    # Paper.
    styled("print", "policy", "@media print { h2 { position: sticky; } }", "print")
    styled("print", "policy", "@media print { td > * { min-width: 400px !important; display: block; } }", "print")
    styled("print", "proof", "@media print { .frame { overflow: hidden; max-height: 10rem; } }", "print")
    styled("print", "proof", "details::details-content { display: none !important; }", "print")
    return made
