extension StyleSheet {
  /// The style of tables, and of a linked row or cell.
  ///
  /// A table is at most as wide as the page. The table therefore never scrolls separately, and its head can stay in
  /// sight.
  static var tables: String {
    """

    table {
      width: 100%; border: 1px solid var(--line); border-collapse: separate; border-spacing: 0;
      border-radius: 6px; font-size: 0.9rem;
    }
    th, td {
      padding: 0.4rem 0.65rem; border-bottom: 1px solid var(--line);
      text-align: left; vertical-align: top;
    }
    tbody:last-child > tr:last-child > * { border-bottom: 0; }
    thead { position: sticky; top: 2.7rem; z-index: 3; }
    thead th { background: var(--raised); font-weight: 600; overflow-wrap: normal; }
    tbody th { font-weight: 600; }
    tr:target > *, td:target {
      background: var(--raised);
      box-shadow: inset 0 2px var(--focus), inset 0 -2px var(--focus);
    }
    td:target { outline: 3px solid var(--focus); outline-offset: -3px; }
    .any { color: var(--quiet); }
    .effects { margin: 0; padding-left: 1.25rem; }
    .rules tbody th { min-width: 8rem; }
    .answer { min-width: 12rem; }
    .because { color: var(--quiet); min-width: 5rem; }
    .declared td { min-width: 6rem; }
    table + .note { margin-top: 0.5rem; }
    .verdicts td:nth-child(2) { min-width: 9rem; }
    .verdicts .statement { width: 75%; }
    .counts .count { min-width: 5rem; text-align: right; font-variant-numeric: tabular-nums; }
    .counts thead th:nth-child(n + 3) { text-align: right; }
    """
  }

  /// The style of tables on small screens, where each row is a card with the column headings in the cells.
  ///
  /// The steps of a story have few columns, so the steps become cards only on a phone.
  static var cards: String {
    cards(of: "table:not(.steps)", below: "59.99rem")
      + cards(of: "table.steps", below: "39.99rem") + smallTables
  }

  private static var smallTables: String {
    """

    @media screen and (max-width: 59.99rem) {
      .counts .count { text-align: left; }
      .verdicts .statement { width: auto; }
      tr.group { border: 0 !important; margin-bottom: 0.5rem !important; }
    }
    @media screen and (max-width: 39.99rem) {
      table.steps { padding: 0 0.75rem; }
      table.steps tbody tr > td { padding-left: 5rem; }
      table.steps tbody td::before { width: 4rem; }
    }
    """
  }

  private static func cards(of table: String, below width: String) -> String {
    """

    @media screen and (max-width: \(width)) {
      :is(\(table)) { border: 0; border-radius: 0; }
      :is(\(table)), :is(\(table)) :is(tbody, tbody tr, tbody th, tbody td) { display: block; width: auto; }
      :is(\(table)) thead { display: none; }
      :is(\(table)) tbody tr {
        margin: 0 0 0.85rem; border: 1px solid var(--line); border-radius: 8px; overflow: clip;
      }
      :is(\(table)) tbody th { background: var(--raised); }
      :is(\(table)) tbody tr > td { position: relative; min-height: 2.5rem; padding-left: 8.25rem; }
      :is(\(table)) tbody tr > * { border-bottom: 1px solid var(--line) !important; }
      :is(\(table)) tbody tr > :last-child { border-bottom: 0 !important; }
      :is(\(table)) tbody td::before {
        content: attr(data-column); position: absolute; left: 0.65rem; top: 0.4rem; width: 7rem;
        font-size: 0.8125rem; font-weight: 400; text-align: left;
      }
    }
    """
  }

  /// The style of matrices, with a color for each outcome in addition to the sign and word.
  static var matrix: String {
    """

    .legend { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr));
      gap: 0.35rem 1.25rem; margin: 1rem 0; padding: 0; list-style: none; font-size: 0.9rem; }
    .outcome { border-radius: 4px; padding: 0.1rem 0.4rem; white-space: nowrap; }
    .sign {
      display: inline-block; min-width: 1.3em; margin-right: 0.25em;
      text-align: center; font-weight: 700;
    }
    div.matrix > h3 { margin-top: 0.5rem; }
    table.matrix tbody th { font-weight: 400; }
    table.matrix tr.group th { background: var(--raised); font-weight: 600; }
    .result + .result { margin-top: 0.4rem; }
    .result { border-radius: 4px; }
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
    @media (min-width: 60rem) {
      table.matrix th, table.matrix td { border-right: 1px solid var(--line); }
      table.matrix tr > :last-child { border-right: 0; }
      table.matrix tbody th[scope="row"] { width: 20%; min-width: 10rem; }
      table.matrix td { min-width: 6rem; }
    }
    @media screen and (max-width: 59.99rem) {
      table.matrix tbody th[scope="row"] { position: sticky; top: 0; z-index: 2; }
      table.matrix tbody tr:not(.group) { overflow: visible; }
      tbody td:empty, .rules td:has(> .any:only-child), td.never:not(:target) { display: none; }
      table.matrix td { scroll-margin-top: 9rem; }
    }
    @media screen and (min-width: 40rem) and (max-width: 59.99rem) {
      table.matrix tbody tr:not(.group) {
        display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
      }
      table.matrix tbody th { grid-column: 1 / -1; }
      table.matrix tbody tr > td { padding: 0.4rem 0.65rem; border-bottom: 0 !important; }
      table.matrix tbody tr > td::before { display: block; position: static; width: auto; }
    }
    """
  }

  /// The style of changed cells, and of the story of each cell.
  static var changes: String {
    """

    td.changed { box-shadow: inset 0 0 0 2px var(--text); }
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
    .change { margin: 1.5rem 0 2.25rem; }
    .change details { margin: 0.4rem 0; }
    .change details[open] { margin-bottom: 1.5rem; }
    .sides { display: grid; gap: 0.5rem 1rem; margin: 0.5rem 0; }
    .sides { grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); }
    .sides > div { padding: 0.6rem 0.8rem; border: 1px solid var(--line); border-radius: 6px; }
    .sides dt { font-size: 0.8125rem; color: var(--quiet); }
    .sides dd { margin: 0; }
    .box { margin: 0.75rem 0; padding-left: 0.9rem; border-left: 3px solid var(--line); }
    .box p { margin-bottom: 0.35rem; max-width: none; }
    .story { margin: 0.25rem 0 0.5rem; padding-left: 1.6rem; }
    .story li + li { margin-top: 0.25rem; }
    .came { margin-left: 0.6rem; }
    .afterwards { margin-bottom: 0.15rem; }
    ul.ends { margin: 0 0 0.75rem; padding-left: 1.2rem; }
    """
  }
}
