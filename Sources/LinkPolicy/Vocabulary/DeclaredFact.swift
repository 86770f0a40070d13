/// The kinds of facts that a policy adds to those of the engine.
package enum DeclaredFact {
  case claim, setting, label, derived

  /// What the fact's name begins with, before the declared one.
  var prefix: Name {
    switch self {
    case .claim: "claim."
    case .setting: "setting."
    case .label: "label."
    case .derived: ""
    }
  }

  /// The values that follow the declared ones.
  package var ownValues: [Name] {
    switch self {
    case .claim: ["other", "absent"]
    case .setting, .derived: []
    case .label: ["absent"]
    }
  }

  /// The fact that a declaration makes.
  package func fact(_ name: Name, _ values: [Name]) -> FactSchema.Fact {
    FactSchema.Fact(name: Name(bytes: prefix.bytes + name.bytes), values: values + ownValues)
  }

  /// The declared part of a fact's name.
  package func declaredName(_ name: Name) -> Name {
    Name(bytes: Array(name.bytes.dropFirst(prefix.bytes.count)))
  }
}
