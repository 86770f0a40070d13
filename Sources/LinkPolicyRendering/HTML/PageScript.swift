internal import LinkPolicy

/// The script of a page: a search box and filters.
///
/// The script creates these controls itself, so a browser without scripts shows no controls. The page is readable
/// without the controls.
///
/// The script hides rows that do not match, shows the number of visible rows, and reveals the target of a link. An
/// attribute of each row lists the row's table or kinds of change. An element with
/// ``HTMLAttribute/HTMLAttributeName/rows`` is hidden if all its rows are hidden. Printing opens all folded elements.
struct PageScript {
  let text: String

  /// The script of every page, which is smaller than 4 KB.
  static var page: PageScript {
    PageScript(text: controls + filter + links)
  }

  private static var controls: String {
    """

    (() => {
    const all = (what, inside = document) => [...inside.querySelectorAll(what)];
    const make = (tag, own, ...inside) => {
      const element = Object.assign(document.createElement(tag), own);
      element.append(...inside);
      return element;
    };
    const isRow = "[data-table],[data-kind]";
    const rows = all(isRow);
    if (rows.length < 2) return;
    const words = (row, key) => (row.dataset[key] || "").split("\\n").filter(Boolean);
    const texts = rows.map((row) => (words(row, "table") + " " + row.textContent).toLowerCase());
    const search = make("input", { type: "search" });
    const filters = ["table", "kind"].map((key) => {
      const known = [...new Set(rows.flatMap((row) => words(row, key)))];
      const options = known.map((word) => make("option", { value: word }, word));
      return [key, make("select", {}, make("option", { value: "" }, "all"), ...options)];
    }).filter(([, select]) => select.length > 2);
    const count = make("output", {});
    const parts = filters.map(([key, select]) => make("label", {}, key + " ", select));
    const only = make("input", { type: "checkbox" });
    const own = rows.some((row) => words(row, "kind").includes("unchanged"));
    const bar = make("div", { className: "find", role: "search" },
      make("label", {}, "search ", search), ...parts,
      ...(own ? [make("label", {}, only, " changed rows only")] : []), count);
    rows[0].closest("section").before(bar);
    """
  }

  private static var filter: String {
    """

    const apply = () => {
      const wanted = search.value.toLowerCase().split(/\\s+/);
      const isAsked = search.value || filters.some(([, { value }]) => value);
      rows.forEach((row, index) => {
        row.hidden = only.checked && words(row, "kind").includes("unchanged") ||
          !wanted.every((word) => texts[index].includes(word)) ||
          filters.some(([key, { value }]) => value && !words(row, key).includes(value));
      });
      for (const group of all("[data-rows]")) {
        const own = all(isRow, group);
        group.hidden = own.length > 0 && own.every((row) => row.hidden);
        if (isAsked && !group.hidden && group.matches("details")) group.open = true;
      }
      count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} rows match`;
    };
    bar.addEventListener("input", apply);
    apply();
    """
  }

  private static var links: String {
    """

    const reveal = () => {
      const target = document.getElementById(location.hash.slice(1));
      if (!target) return;
      if (target.closest("[hidden]")) {
        for (const [, select] of [[0, search], ...filters]) select.value = "";
        only.checked = false;
        apply();
      }
      for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
      target.scrollIntoView();
    };
    addEventListener("hashchange", reveal);
    document.addEventListener("click", (event) => {
      if (event.target.closest("a[href^='#']")) setTimeout(reveal);
    });
    reveal();
    let folded = [];
    addEventListener("beforeprint", () => {
      folded = all("details:not([open])");
      for (const details of folded) details.open = true;
    });
    addEventListener("afterprint", () => {
      for (const details of folded) details.open = false;
    });
    })();

    """
  }
}

/// The content security policy of a page.
///
/// The browser applies only the style sheet and runs only the script whose digests the security policy lists. The rest
/// of the page therefore cannot add styles or scripts.
struct ContentSecurity {
  /// The policy as the value of the header `Content-Security-Policy`.
  let text: String

  init(_ sheet: StyleSheet, _ script: PageScript) {
    text = """
      default-src 'none'; style-src '\(Self.source(sheet.text))'; \
      script-src '\(Self.source(script.text))'; base-uri 'none'; form-action 'none'
      """
  }

  private static func source(_ text: String) -> String {
    "sha256-" + Base64.text(of: SHA256.digest(of: Array(text.utf8)))
  }
}
