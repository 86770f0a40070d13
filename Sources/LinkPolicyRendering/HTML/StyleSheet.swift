/// A style sheet of this package.
struct StyleSheet {
  let text: String

  /// The style of every page.
  ///
  /// Each color scheme defines every color once. Each pair of text and background has a contrast of at least 4.5 to 1, which
  /// the gate `page` computes.
  static var page: StyleSheet {
    StyleSheet(text: colours + layout + tables + frames + matrix + changes + pictures + print)
  }

  private static var colours: String {
    """

    :root {
      color-scheme: light dark;
      --text: #1d2228; --quiet: #59636e; --ground: #fff; --raised: #f5f6f8; --line: #d3d8de;
      --link: #0a58a8; --focus: #0a58a8;
      --creates: #dcebfb; --second: #f9ddf2; --enters: #daf2e0; --links: #d3f0f0;
      --drops: #e9e0fa; --allows: #eceff2; --asks: #fcefc4; --mixed: #fbe0cd; --refuses: #fbdcdc;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --text: #e4e8ec; --quiet: #a3adb8; --ground: #14171b; --raised: #1d2126; --line: #3a424b;
        --link: #84bdf7; --focus: #84bdf7;
        --creates: #173453; --second: #4d1f44; --enters: #16402a; --links: #123f42;
        --drops: #382a5c; --allows: #2a3037; --asks: #463a10; --mixed: #51301a; --refuses: #532326;
      }
    }
    """
  }

  private static var layout: String {
    """

    * { box-sizing: border-box; }
    html { scroll-behavior: auto; scroll-padding: 5rem 0 4rem; }
    [hidden] { display: none !important; }
    body {
      margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 84rem;
      color: var(--text); background: var(--ground);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      overflow-wrap: anywhere;
    }
    h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
    h1 { margin: 0; font-size: 1.9rem; letter-spacing: -0.01em; }
    h2 {
      position: sticky; top: 0; z-index: 5; margin: 3rem 0 0.75rem; padding: 0.6rem 0 0.4rem;
      border-top: 1px solid var(--line); background: var(--ground); font-size: 1.35rem;
    }
    main > section:first-child > h2 { margin-top: 0.75rem; }
    h3 { margin: 1.75rem 0 0.25rem; font-size: 1.05rem; }
    p { margin: 0 0 0.75rem; max-width: 68ch; }
    a { color: var(--link); text-underline-offset: 0.15em; }
    a:focus-visible, summary:focus-visible, .frame:focus-visible, td:focus-visible,
    input:focus-visible, select:focus-visible {
      outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px;
    }
    code {
      font: 0.875em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono",
        monospace;
    }
    small code, .note code { font-size: 0.95em; }
    small, .note { display: block; font-size: 0.8125rem; color: var(--quiet); font-weight: 400; }
    .self { margin-left: 0.15rem; color: var(--quiet); font-weight: 400; text-decoration: none; }
    .self:hover, .self:focus-visible { color: var(--link); text-decoration: underline; }
    .word { color: inherit; text-decoration: none; }
    .word:hover, .word:focus-visible { text-decoration: underline; }
    div:target > h3, h2:target, details:target > summary, .box:target > p:first-child {
      box-shadow: -0.35rem 0 var(--ground), -0.6rem 0 var(--focus);
    }
    section:target > h2 { box-shadow: -0.35rem 0 var(--ground), -0.6rem 0 var(--focus); }
    .lead { margin: 0.35rem 0 1rem; font-size: 1.1rem; color: var(--quiet); }
    .reading { color: var(--quiet); font-size: 0.9rem; }
    .skip { position: absolute; left: -100vw; }
    .skip:focus { left: 1rem; top: 0.5rem; padding: 0.5rem 0.75rem; background: var(--ground); }
    .marks {
      display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 2.5rem 0 0; font-size: 0.875rem;
    }
    .marks div { display: flex; gap: 0.5rem; min-width: 0; }
    .marks dt { flex: none; color: var(--quiet); }
    .marks dd { margin: 0; min-width: 0; }
    nav {
      margin-top: 1rem; padding: 0.85rem 1rem; border-radius: 6px;
      background: var(--raised); font-size: 0.9rem;
    }
    nav ul { margin: 0; padding: 0; list-style: none; }
    nav > ul > li + li { margin-top: 0.5rem; }
    nav > ul > li > a { font-weight: 600; }
    nav ul ul { display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; }
    details { margin: 0.75rem 0; }
    summary { cursor: pointer; width: fit-content; max-width: 100%; }
    .change details { margin: 0.4rem 0; }
    .change details[open] { margin-bottom: 1.5rem; }
    .columns dt { font-weight: 600; }
    .columns dd { margin: 0 0 0.35rem; color: var(--quiet); }
    .sources { padding-left: 1.2rem; }
    .change { margin: 1.5rem 0 2.25rem; }
    .sides { display: grid; gap: 0.5rem 1rem; margin: 0.5rem 0; }
    .sides { grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); }
    .sides > div { padding: 0.6rem 0.8rem; border: 1px solid var(--line); border-radius: 6px; }
    .sides dt { font-size: 0.8125rem; color: var(--quiet); }
    .sides dd { margin: 0; }
    .box { margin: 0.75rem 0; padding-left: 0.9rem; border-left: 3px solid var(--line); }
    .box p { margin-bottom: 0.35rem; max-width: none; }
    .story { margin: 0.25rem 0 0.5rem; padding-left: 1.4rem; }
    .came { margin-left: 0.6rem; }
    .find {
      position: fixed; right: 0.75rem; bottom: 0.75rem; z-index: 8; max-width: calc(100% - 1.5rem);
      margin: 0; padding: 0.5rem 0.85rem; border: 1px solid var(--line); border-radius: 6px;
      background: var(--raised); font-size: 0.9rem;
    }
    .find div { display: flex; flex-wrap: wrap; gap: 0.4rem 1rem; margin-top: 0.4rem; }
    .find label { display: flex; gap: 0.4rem; align-items: baseline; min-width: 0; }
    .find input, .find select {
      min-width: 0; max-width: 16rem; padding: 0.2rem 0.4rem; border: 1px solid var(--quiet);
      border-radius: 4px; color: var(--text); background: var(--ground); font: inherit;
    }
    """
  }
}

extension StyleSheet {
  /// Tables, and the highlight of a linked line or cell.
  static var tables: String {
    """

    table { border-collapse: separate; border-spacing: 0; font-size: 0.9rem; overflow-wrap: normal; }
    th, td {
      padding: 0.4rem 0.65rem; border-bottom: 1px solid var(--line);
      text-align: left; vertical-align: top;
    }
    tbody:last-child tr:last-child > * { border-bottom: 0; }
    thead { position: sticky; top: 0; z-index: 3; }
    thead th { background: var(--raised); font-weight: 600; white-space: nowrap; }
    thead tr:first-child th:first-child { position: sticky; left: 0; z-index: 1; }
    tbody th { font-weight: 600; white-space: nowrap; }
    th[scope="row"] { position: sticky; left: 0; z-index: 2; background: var(--ground); }
    tr:target > *, td:target {
      background: var(--raised);
      box-shadow: inset 0 2px var(--focus), inset 0 -2px var(--focus);
    }
    td:target { outline: 3px solid var(--focus); outline-offset: -3px; }
    .any { color: var(--quiet); }
    .effects { margin: 0; padding-left: 1.25rem; }
    .answer { min-width: 13rem; }
    .because { color: var(--quiet); min-width: 5rem; }
    .declared td { min-width: 8rem; }
    .statement { min-width: 9rem; }
    @media (max-width: 40rem) {
      .rules tbody th, .declared tbody th { max-width: 9rem; white-space: normal; overflow-wrap: anywhere; }
      .answer { min-width: 11rem; }
    }
    """
  }

  /// Frames that scroll, and the signs of hidden content.
  ///
  /// Signs at the right and bottom edges of a frame show that it has hidden content. Covers scroll
  /// with the content, and hide the signs at its end.
  static var frames: String {
    """

    .frame {
      display: grid; grid-template: auto 1.25rem / minmax(min-content, 1fr) 1.1rem;
      max-width: 100%; max-height: max(12rem, 100vh - 6rem); overflow: auto;
      scroll-padding: 6rem 1.75rem 1.75rem 13rem; border: 1px solid var(--line); border-radius: 6px;
      overscroll-behavior: auto; width: fit-content;
    }
    .frame:has(> .verdicts), .picture { max-height: none; }
    .frame > table, .frame > svg { grid-area: 1 / 1; }
    .further { display: contents; }
    .frame::before, .frame::after, .further::before, .further::after {
      z-index: 4; color: var(--text); background: var(--raised); font-weight: 700; line-height: 1.25rem;
      text-align: center;
    }
    .frame::before {
      content: "\(signs)"; grid-area: 1 / 2; position: sticky; right: 0; padding-top: 0.6rem;
      border-left: 1px solid var(--line); white-space: pre; overflow: hidden; contain: size;
    }
    .further::before {
      content: "↓ more"; grid-area: 2 / 1 / 3 / 3; position: sticky; bottom: 0; left: 0;
      border-top: 1px solid var(--line); font-size: 0.8125rem;
    }
    .frame::after, .further::after { content: ""; position: relative; background: var(--ground); }
    .frame::after { grid-area: 1 / 2; }
    .further::after { grid-area: 2 / 1 / 3 / 3; margin-top: -1px; }
    """
  }

  /// Signs along the whole right edge, so that one is visible at every scroll position of a long table.
  private static var signs: String {
    Array(repeating: "›", count: 60).joined(separator: "\\A\\A\\A\\A ")
  }

  /// Matrices: one color for each outcome, in addition to its sign and word.
  static var matrix: String {
    """

    .legend { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr));
      gap: 0.35rem 1.25rem; margin: 1rem 0; padding: 0; list-style: none; font-size: 0.9rem; }
    .outcome, .result { border-radius: 4px; padding: 0.1rem 0.4rem; }
    .outcome { white-space: nowrap; }
    .sign {
      display: inline-block; min-width: 1.3em; margin-right: 0.25em;
      text-align: center; font-weight: 700;
    }
    div.matrix > h3 { margin-top: 0.5rem; }
    table.matrix th, table.matrix td { border-right: 1px solid var(--line); }
    table.matrix tr > :last-child { border-right: 0; }
    table.matrix tbody th[scope="row"] {
      min-width: 12rem; max-width: 22rem; white-space: normal; font-weight: 400;
    }
    table.matrix tr.group th { background: var(--raised); font-weight: 600; max-width: none; }
    .over { position: sticky; left: 0.65rem; }
    table.matrix td { min-width: 8.5rem; }
    @media (min-width: 64rem) { .frame { scroll-padding-left: 22rem; } }
    @media (max-width: 64rem) {
      table.matrix tbody th[scope="row"] { max-width: 13rem; overflow-wrap: anywhere; }
    }
    @media (max-width: 40rem) {
      .frame { scroll-padding: 7.5rem 1.5rem 1.75rem 9rem; }
      table.matrix tbody th[scope="row"] { min-width: 7.5rem; max-width: 8.5rem; overflow-wrap: anywhere; }
      table.matrix td { min-width: 7.5rem; }
      table.matrix thead th { white-space: normal; }
      table.matrix td.changed { min-width: 8.5rem; }
    }
    @media (max-width: 24rem) {
      .frame { scroll-padding-left: 6.5rem; scroll-padding-right: 1.25rem; }
      table.matrix tbody th[scope="row"] { min-width: 5.5rem; max-width: 6.5rem; padding: 0.4rem 0.35rem; }
    }
    .result { padding: 0; }
    .result + .result { margin-top: 0.4rem; }
    td.cell:not([class*=" "]) .result, .changed .result { padding: 0.2rem 0.4rem; }
    .result > a { display: block; color: inherit; font-size: 0.8125rem; width: fit-content; }
    .result small { color: inherit; }
    .never { color: var(--quiet); font-size: 0.8125rem; }
    .creates { background: var(--creates); }
    .second { background: var(--second); }
    .enters { background: var(--enters); }
    .links { background: var(--links); }
    .drops { background: var(--drops); }
    .allows { background: var(--allows); }
    .asks { background: var(--asks); }
    .mixed { background: var(--mixed); }
    .refuses { background: var(--refuses); }
    """
  }

  /// Cells with a changed answer, and the story of each.
  static var changes: String {
    """

    td.changed { border: 3px double var(--text) !important; min-width: 11rem; }
    .mark { font-weight: 700; font-size: 0.8125rem; }
    .side + .side { margin-top: 0.35rem; padding-top: 0.35rem; border-top: 1px dashed var(--quiet); }
    .why {
      display: none; position: fixed; left: 0.75rem; right: 0.75rem; bottom: 0.75rem; z-index: 9;
      max-width: 60rem; max-height: 45vh; margin: 0 auto; padding: 0.75rem 1rem; overflow: auto;
      border: 2px solid var(--text); border-radius: 6px; color: var(--text);
      background: var(--raised); overflow-wrap: anywhere;
    }
    td.changed:focus > .why, td.changed:focus-within > .why { display: block; }
    td.changed:hover > .why { display: block; z-index: 10; }
    td.changed { scroll-margin-bottom: 45vh; }
    """
  }

  /// Pictures of sequences.
  static var pictures: String {
    """

    .picture { margin: 0.5rem 0; }
    .picture svg { display: block; margin: 0.5rem; font-size: 13px; color: var(--text); }
    .picture text { fill: currentColor; stroke: var(--ground); stroke-width: 4px; paint-order: stroke; }
    .picture .inside { stroke: none; }
    .picture line, .picture path { stroke: currentColor; stroke-width: 1.25; fill: none; }
    .picture .lane { stroke: var(--line); }
    .picture .step.refused { stroke-dasharray: 5 4; }
    .picture circle, .picture rect { fill: var(--ground); stroke: currentColor; }
    .picture .head { fill: currentColor; }
    .picture .name { font-weight: 600; }
    """
  }

  /// Print: nothing sticks, scrolls or stays folded.
  static var print: String {
    """

    @media print {
      body { max-width: none; padding: 0; font-size: 9pt; }
      nav, .skip, .find, .self { display: none; }
      h2, thead, thead tr:first-child th:first-child, th[scope="row"], .over { position: static; }
      .frame { display: block; width: auto; max-height: none; overflow: visible; border: 0; }
      .frame::before, .frame::after, .further, .further::before, .further::after { display: none; }
      table { width: 100%; font-size: 0.8em; overflow-wrap: anywhere; }
      thead th, tbody th, td, .answer, .because, .declared td, .statement, table.matrix td,
      table.matrix tbody th[scope="row"], td.changed {
        min-width: 0; max-width: none; padding: 0.25rem; white-space: normal; overflow-wrap: anywhere;
      }
      .outcome { white-space: normal; }
      td small, th small, td .note, th .note, .mark, .never, .result > a { font-size: inherit; }
      .picture svg { max-width: 100%; height: auto; }
      details::details-content { display: block; content-visibility: visible; height: auto; }
      td.changed > .why { display: none !important; }
      tr, .result, .box { break-inside: avoid; }
      h2, h3 { break-after: avoid; }
      thead { display: table-header-group; }
      .cell, .result, .outcome { print-color-adjust: exact; }
    }

    """
  }
}
