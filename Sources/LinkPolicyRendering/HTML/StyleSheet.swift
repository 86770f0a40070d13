/// A style sheet of this package.
struct StyleSheet {
  let text: String

  /// The style of every page.
  ///
  /// Colours are named once for each scheme; each pair of text and ground that is used has a
  /// contrast of at least 4.5 to 1, which the gate `page` computes.
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
