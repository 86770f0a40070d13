/// A style sheet of this package.
struct StyleSheet {
  let text: String

  /// The style of every page.
  ///
  /// Each color scheme defines every color once. Each pair of text and background colors has a contrast of at least 4.5
  /// to 1, which the gate `page` computes.
  static var page: StyleSheet {
    StyleSheet(
      text: colors + layout + controls + tables + cards + matrix + changes + verdict + stories
        + pictures + print)
  }

  private static var colors: String {
    """

    :root {
      color-scheme: light dark;
      --text: #1d2228; --quiet: #59636e; --ground: #fff; --raised: #f5f6f8; --line: #d3d8de;
      --link: #0a58a8; --focus: #0a58a8;
      --creates: #dcebfb; --second: #f9ddf2; --enters: #daf2e0; --links: #d3f0f0;
      --drops: #e9e0fa; --allows: #eceff2; --asks: #fcefc4; --mixed: #fbe0cd; --refuses: #fbdcdc;
      --bad: #a3211a; --bad-ground: #fdebe9; --warn: #744800; --warn-ground: #fcf0d6;
      --good: #14603a; --good-ground: #e3f3e9;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --text: #e4e8ec; --quiet: #a3adb8; --ground: #14171b; --raised: #1d2126; --line: #3a424b;
        --link: #84bdf7; --focus: #84bdf7;
        --creates: #173453; --second: #4d1f44; --enters: #16402a; --links: #123f42;
        --drops: #382a5c; --allows: #2a3037; --asks: #463a10; --mixed: #51301a; --refuses: #532326;
        --bad: #ffaba2; --bad-ground: #40201d; --warn: #f0c46f; --warn-ground: #382b11;
        --good: #8edbad; --good-ground: #153423;
      }
    }
    """
  }

  private static var layout: String {
    """

    * { box-sizing: border-box; }
    html { scroll-padding: 6.5rem 0 1rem; -webkit-text-size-adjust: 100%; }
    [hidden] { display: none !important; }
    body {
      margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 80rem;
      color: var(--text); background: var(--ground);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      overflow-wrap: anywhere;
    }
    h1, h2, h3 { line-height: 1.25; text-wrap: balance; }
    h1 { margin: 0; font-size: 1.5rem; letter-spacing: -0.01em; }
    h2 {
      position: sticky; top: 0; z-index: 5; margin: 2.5rem 0 0.75rem; padding: 0.6rem 0 0.4rem;
      border-top: 1px solid var(--line); background: var(--ground); font-size: 1.35rem;
    }
    main > section:first-child > h2 { margin-top: 0.75rem; }
    h3 { margin: 1.75rem 0 0.25rem; font-size: 1.05rem; }
    p { margin: 0 0 0.75rem; max-width: 72ch; }
    a { color: var(--link); text-underline-offset: 0.15em; }
    a:focus-visible, summary:focus-visible, .frame:focus-visible, td:focus-visible,
    input:focus-visible, select:focus-visible {
      outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 2px;
    }
    code {
      font: 0.875em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono",
        monospace;
      overflow-wrap: anywhere;
    }
    small code, .note code { font-size: 0.95em; }
    small, .note { display: block; font-size: 0.8125rem; color: var(--quiet); font-weight: 400; }
    .unseen {
      position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .self { margin-left: 0.15rem; color: var(--quiet); font-weight: 400; text-decoration: none; }
    .self:hover, .self:focus-visible { color: var(--link); text-decoration: underline; }
    .word { color: inherit; text-decoration: none; }
    .word:hover, .word:focus-visible { text-decoration: underline; }
    div:target > h3, h2:target, details:target > summary, .box:target > p:first-child,
    section:target > h2 {
      box-shadow: -0.35rem 0 var(--ground), -0.6rem 0 var(--focus);
    }
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
    summary { cursor: pointer; width: fit-content; max-width: 100%; padding: 0.2rem 0; }
    .columns dt { font-weight: 600; }
    .columns dd { margin: 0 0 0.35rem; color: var(--quiet); }
    .sources { padding-left: 1.2rem; }
    @media (max-width: 59.99rem) {
      html { scroll-padding-top: 1rem; }
      h2 { position: static; }
    }
    """
  }

  /// The style of buttons, and of the search of a page.
  private static var controls: String {
    """

    .fold > summary {
      margin: 0.5rem 0; padding: 0.4rem 0.85rem; border: 1px solid var(--quiet); border-radius: 8px;
      background: var(--raised); font-size: 0.9rem; font-weight: 600;
    }
    .fold > summary:hover { text-decoration: underline; }
    .find {
      display: flex; flex-wrap: wrap; gap: 0.5rem 1.25rem; align-items: center;
      margin: 2rem 0 0; padding: 0.6rem 0.85rem; border: 1px solid var(--line); border-radius: 8px;
      background: var(--raised); font-size: 0.9rem;
    }
    .find label { display: flex; gap: 0.4rem; align-items: center; min-width: 0; min-height: 2.25rem; }
    .find input[type="search"], .find select {
      min-width: 0; max-width: 16rem; min-height: 2.25rem; padding: 0.2rem 0.5rem;
      border: 1px solid var(--quiet); border-radius: 6px;
      color: var(--text); background: var(--ground); font: inherit;
    }
    .find input[type="checkbox"] { width: 1.15rem; height: 1.15rem; margin: 0; }
    .find output { color: var(--quiet); }
    @media (max-width: 39.99rem) {
      .find { gap: 0.25rem 0.75rem; padding: 0.4rem 0.6rem; }
      .find label:first-child, .find label:first-child input { flex: 1 1 auto; max-width: none; }
      .find label:first-child { width: 100%; }
      .find select { max-width: 9rem; }
    }
    """
  }
}

extension StyleSheet {
  /// The style of pictures of sequences.
  static var pictures: String {
    """

    .frame {
      display: grid; grid-template: auto / minmax(min-content, 1fr); width: fit-content;
      max-width: 100%; overflow: auto; scroll-padding: 1rem; border: 1px solid var(--line);
      border-radius: 6px;
    }
    .frame > svg { grid-area: 1 / 1; }
    .further { display: contents; }
    .frame::before, .frame::after {
      grid-area: 1 / 1; z-index: 4; align-self: start; justify-self: end; width: 1.5rem; height: 1.5rem;
    }
    .frame::before {
      content: "›"; position: sticky; right: 0; color: var(--text); background: var(--raised);
      font-weight: 700; line-height: 1.5rem; text-align: center;
    }
    .frame::after { content: ""; position: relative; background: var(--ground); }
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

  /// The style for print: nothing sticks, scrolls or stays folded, and tables stay tables.
  static var print: String {
    """

    @media print {
      body { max-width: none; padding: 0; font-size: 9pt; }
      nav, .skip, .find, .self, .fold > summary { display: none; }
      h2, thead { position: static; }
      .frame { display: block; width: auto; max-height: none; overflow: visible; border: 0; }
      .frame::before, .frame::after, .further { display: none; }
      table { width: 100%; font-size: 0.8em; overflow-wrap: anywhere; }
      thead th, tbody th, td {
        min-width: 0 !important; max-width: none; padding: 0.25rem; white-space: normal;
        overflow-wrap: anywhere;
      }
      .outcome { white-space: normal; }
      td small, th small, td .note, th .note, .mark, .never, .result > a { font-size: inherit; }
      .picture svg { max-width: 100%; height: auto; }
      details::details-content { display: block; content-visibility: visible; height: auto; }
      td.changed > .why { display: none !important; }
      tr, .result, .box { break-inside: avoid; }
      h2, h3 { break-after: avoid; }
      thead { display: table-header-group; }
      .cell, .result, .outcome, .banner, .chip { print-color-adjust: exact; }
    }

    """
  }
}
