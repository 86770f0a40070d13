/// Policies with as many rows as domain sets, providers or values, as organisations with many
/// tenants write them.
struct LargePolicy {
  /// How many there are of what rows are about.
  var count: Int

  private func head(_ declarations: String) -> String {
    "linkpolicy: 1\nname: test\n" + declarations
      + "errors: {" + (0..<16).map { "e\($0): {}" }.joined(separator: ", ") + "}\n"
  }

  private func domains(_ names: Int = 1) -> String {
    "domains:\n"
      + (0..<count).map { set in
        let listed = (0..<names).map { "d\(set)-\($0).example" }
        return "  s\(set): [\(listed.joined(separator: ", "))]\n"
      }.joined()
  }

  private func providers(_ count: Int) -> String {
    "providers:\n" + (0..<count).map { "  p\($0): {kind: federated}\n" }.joined()
  }

  private func table(_ rows: [String], hit: String = "unique") -> String {
    "decisions:\n  sign-in.federated:\n    hit: \(hit)\n    rows:\n"
      + (rows + ["id: rest, refuse: e0"]).map { "      - {\($0)}\n" }.joined()
  }

  /// A fact says which providers to believe for each set of ten domains, and a row what comes of the
  /// others.
  var believing: String {
    var text = head(domains(10) + providers(40))
    text += "facts:\n  trust:\n    values: [trusted, untrusted]\n    rows:\n"
    for set in 0..<count {
      let (first, second) = (set % 40, (set * 7 + 1) % 40)
      let believed = first == second ? "p\(first)" : "p\(first), p\(second)"
      text += "      - {id: t\(set), provider: [\(believed)], domain: s\(set), is: trusted}\n"
    }
    text += "      - {id: rest, is: untrusted}\n"
    return text
      + table(
        (0..<count).map {
          "id: r\($0), credential: new, domain: s\($0), trust: untrusted, refuse: e\($0 % 16)"
        })
  }

  /// A row for each provider.
  var ofProviders: String {
    head(providers(count))
      + table((0..<count).map { "id: r\($0), provider: p\($0), refuse: e\($0 % 16)" })
  }

  /// A row for each pair of a provider and its own domain.
  var ofPairs: String {
    head(domains() + providers(count))
      + table((0..<count).map { "id: r\($0), provider: p\($0), domain: s\($0), refuse: e1" })
  }

  /// A row for each value of a setting.
  var ofValues: String {
    let values = (0...count).map { "v\($0)" }.joined(separator: ", ")
    return head("settings:\n  s: [\(values)]\n" + providers(1))
      + table((0..<count).map { "id: r\($0), setting.s: v\($0), refuse: e\($0 % 16)" })
  }

  /// Rows that all overlap the first one, which answers before them.
  var underOne: String {
    let rows = (0..<count).map {
      "id: r\($0), domain: s\($0), refuse: e\(1 + $0 % 15), overrides: [broken]"
    }
    return head(domains() + providers(1))
      + table(["id: broken, credential: broken, refuse: e0"] + rows, hit: "first")
  }

  /// A guard for each domain.
  var ofGuards: String {
    let guards = (0..<count).map { "  - {id: g\($0), domain: s\($0), refuse: e1}\n" }
    return head(domains() + providers(1)) + "guards:\n" + guards.joined() + table([])
  }

  /// A declaration for each domain of what cannot occur.
  var ofImpossible: String {
    let entries = (0..<count).map { "  - {domain: s\($0), credential: new, because: never}\n" }
    return head(domains() + providers(1)) + "impossible:\n" + entries.joined() + table([])
  }
}
