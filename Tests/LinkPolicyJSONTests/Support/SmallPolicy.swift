import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics

/// A policy of one table, made in code.
enum SmallPolicy {
  static func make() throws(InvalidInput) -> Policy {
    let sources = SourceMap(files: [SourceMap.File(name: "small.yaml")])
    var document = PolicyDocument(name: located("small"), sources: sources)
    document.providers = [
      ProviderDeclaration(located("google.com"), kinds: [located("federated")])
    ]
    document.labels = [
      LabelDeclaration(located("tier"), values: [located("new"), located("seen")])
    ]
    var exists = ErrorDeclaration(located("exists"))
    exists.ask = located("existing-credential")
    exists.tell = [located("methods")]
    exists.names = [(platform: located("web"), name: located("auth/exists"))]
    document.errors = [exists, ErrorDeclaration(located("vague"))]
    document.decisions = [
      TableDeclaration(
        located("sign-in"),
        rows: [
          row(
            "returning", 10, [condition("credential", "known")],
            effects: [
              ("set", ["tier", "seen"]), ("drop", ["password", "phone"]), ("sign-in", []),
            ]),
          row(
            "first", 11, [condition("credential", "new"), condition("address", "absent", "free")],
            effects: [("create", []), ("send-code", ["verify"]), ("sign-in", [])]),
          row(
            "taken", 12, [condition("credential", "new"), condition("address", "taken")],
            refusal: "exists", show: "vague"),
          row("otherwise", 13, [], refusal: "vague"),
        ])
    ]
    return try Policy(document)
  }

  private static func located(_ name: Name, line: Int = 1) -> Located<Name> {
    Located(name, at: SourcePosition(line: line, column: 5))
  }

  private static func condition(_ fact: Name, _ values: Name...) -> Condition {
    Condition(located(fact), values.map { located($0) })
  }

  private static func row(
    _ id: Name, _ line: Int, _ conditions: [Condition],
    effects: [(word: Name, arguments: [Name])]? = nil, refusal: Name? = nil, show: Name? = nil
  ) -> RowDeclaration {
    var row = RowDeclaration(id: located(id, line: line))
    row.conditions = conditions
    row.effects = effects.map { effects in
      effects.map { effect in
        EffectDeclaration(located(effect.word), effect.arguments.map { located($0) })
      }
    }
    row.refusal = refusal.map { located($0) }
    row.show = show.map { located($0) }
    row.because = [located("R1")]
    return row
  }
}
