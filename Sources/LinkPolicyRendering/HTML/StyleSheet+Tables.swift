extension StyleSheet {
  /// Tables, and what marks the line or cell that a link leads to.
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

  /// Frames that scroll, and what shows that there is more in them.
  ///
  /// Beside and below what is in a frame stand signs that stick to its edges, and covers that do
  /// not: where there is no more, a cover lies over its sign.
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

  /// Signs all along the right edge, so that one is in sight wherever a long table is scrolled to.
  private static var signs: String {
    Array(repeating: "›", count: 60).joined(separator: "\\A\\A\\A\\A ")
  }

  /// Matrices: one colour for each outcome, beside its sign and word.
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

  /// Cells that are answered otherwise, and the story that each tells.
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

  /// On paper nothing sticks, scrolls or stays folded.
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
