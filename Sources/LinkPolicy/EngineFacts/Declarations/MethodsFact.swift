extension FactValue {
  /// How many methods the account pointed to has.
  package enum Methods: Int, FactWord {
    case none, one, more

    package var word: Name {
      switch self {
      case .none: "none"
      case .one: "one"
      case .more: "more"
      }
    }
  }
}

/// How many methods the account pointed to has, of those that count.
package enum MethodsFact: FoundFact {
  package typealias Value = FactValue.Methods

  package static var fact: EngineFact { .methods }
  package static var name: Name { "methods" }
  package static var meaning: Name {
    "that account's methods, of the kinds that `methods: {count: ...}` names"
  }
  package static var unset: Value { .none }
  /// A matrix takes what can occur.
  package static var ordinary: [Value] { [] }
  package static var looksAtFurtherMethods: Bool { true }

  package static func clause(of value: Value) -> Name {
    switch value {
    case .none: "where the account found has no method that counts"
    case .one: "where the account found has one method"
    case .more: "where the account found has several methods"
    }
  }

  package static func bringer(of value: Value) -> Bringer {
    switch value {
    case .none, .one, .more: .anybody
    }
  }

  package static func read(_ reader: FactReader) -> Value {
    guard let account = reader.pointed else { return .none }
    var count = 0
    let methods = account.methods
    for index in methods.indices
    where reader.vocabulary.countedKinds.contains(methods[index].closedKind)
      && !methods[index].isSuperseded
    {
      count += 1
    }
    return count == 0 ? .none : count == 1 ? .one : .more
  }

  package static func values(whereRead value: Value) -> [Value] { [value] }
}
