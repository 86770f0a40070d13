extension StyleSheet {
  /// The style of the verdict on a difference, and of the changed lines of edits.
  static var verdict: String {
    """

    .banner {
      display: grid; grid-template-columns: 3rem minmax(0, 1fr); gap: 0 1rem; align-items: start;
      margin-top: 1rem; padding: 1rem 1.5rem; border-radius: 12px;
    }
    .banner > * { grid-column: 2; }
    .banner > .icon {
      grid-column: 1; grid-row: 1 / span 2; display: grid; place-items: center; width: 3rem; height: 3rem;
      border: 2px solid currentColor; border-radius: 12px; font-size: 1.5rem; font-weight: 700;
      line-height: 1;
    }
    main > section.banner > h2 {
      position: static; margin: 0; padding: 0; border: 0; background: none; font-size: 1.75rem;
    }
    .bad { color: var(--bad); background: var(--bad-ground); }
    .warn { color: var(--warn); background: var(--warn-ground); }
    .good { color: var(--good); background: var(--good-ground); }
    .banner .cause, .banner .harmless, .banner li { color: var(--text); }
    .banner a { color: var(--text); }
    .banner .self { color: inherit; }
    .banner p { margin: 0.35rem 0 0; }
    .banner .harmless { font-size: 0.9rem; }
    .dangers { margin: 0.75rem 0; padding: 0; list-style: none; border-top: 1px solid currentColor; }
    .dangers li {
      display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; justify-content: space-between;
      padding: 0.6rem 0; border-bottom: 1px solid var(--line);
    }
    .dangers a { padding: 0.15rem 0; }
    .dangers code { color: var(--bad); font-weight: 600; }
    .warn .dangers code { color: var(--warn); }
    .edit, .tale {
      margin: 1rem 0; border: 1px solid var(--line); border-radius: 12px; overflow: clip;
    }
    .edit > h3, .tale > h3 { margin: 0; padding: 0.75rem 1rem 0.25rem; font-size: 1.1rem; }
    .place { display: block; color: var(--quiet); font-weight: 400; }
    .edit > p, .tale > p, .edit > details { margin: 0; padding: 0.4rem 1rem; max-width: none; }
    .edit > :last-child, .tale > :last-child { padding-bottom: 0.75rem; }
    .lines { padding: 0.35rem 0; }
    .lines > div { display: grid; grid-template-columns: 3.5rem 1.5rem minmax(0, 1fr); }
    .lines .number { padding-right: 0.5rem; text-align: right; color: var(--text); font-size: 0.8125rem; }
    .lines .side { font-weight: 700; text-align: center; }
    .lines del, .lines ins { position: relative; text-decoration: none; padding-right: 0.75rem; }
    .lines code { white-space: break-spaces; }
    .lines .before { background: var(--refuses); }
    .lines .after { background: var(--enters); }
    .chip {
      display: inline-block; padding: 0.05rem 0.45rem; border-radius: 6px; font-size: 0.8125rem;
      font-weight: 600;
    }
    .chip:not(.bad, .warn) { background: var(--raised); color: var(--text); font-weight: 400; }
    @media (max-width: 39.99rem) {
      .banner { grid-template-columns: 2.25rem minmax(0, 1fr); gap: 0 0.75rem; padding: 1rem; }
      .banner > .icon { width: 2.25rem; height: 2.25rem; border-radius: 8px; font-size: 1.15rem; }
      .banner > .dangers, .banner > p { grid-column: 1 / -1; }
      main > section.banner > h2 { font-size: 1.35rem; min-height: 2.25rem; }
      .lines > div { grid-template-columns: 2.5rem 1.25rem minmax(0, 1fr); }
    }
    """
  }

  /// The style of the stories of a difference.
  static var stories: String {
    """

    .tale > table { border-width: 1px 0; border-radius: 0; margin: 0.35rem 0; }
    .steps thead { position: static; }
    .steps tbody th { width: 34%; font-weight: 400; }
    .steps td { width: 33%; }
    .steps ins { font-weight: 700; text-decoration: none; }
    .steps .differs > td { box-shadow: inset 3px 0 var(--text); }
    .steps .ends > * { background: var(--raised); }
    .account + .account { margin-top: 0.5rem; }
    .account small { color: inherit; }
    .tale > .apart { color: var(--text); }
    """
  }
}
