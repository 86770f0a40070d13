package import LinkPolicy
package import LinkPolicyAuthoring

/// A part of a policy that another version writes otherwise: a row, a guard, a fact, a set, a declaration.
package struct EditedPart: Sendable {
  /// What kind of part it is, with the name by which others refer to it.
  package enum Subject: Sendable, Hashable {
    case row(table: Name, id: Name)
    case guardRow(Name)
    /// A row of a derived fact.
    case factRow(fact: Name, id: Name)
    /// The order of the guards, or of a table's rows where the first that matches decides.
    case order(Name)
    /// The order of a derived fact's rows where the first that matches decides.
    case factOrder(Name)
    case fact(Name)
    case domain(Name)
    case claim(Name)
    case provider(Name)
    case setting(Name)
    case label(Name)
    case purpose(Name)
    case action(Name)
    case actionGroup(Name)
    case error(Name)
    case invariant(Name)
    case impossible(Name)
    case proof
    case addresses
    case methods
    case pool(Name)
    case pin(DigestPin.Key)

    /// Whether it is a digest, on which no decision depends.
    var isPin: Bool {
      if case .pin = self { true } else { false }
    }

    /// What reports call it.
    package var words: String {
      switch self {
      case .row(let table, let id): "row " + table.text + "/" + id.text
      case .guardRow(let id): "guard " + id.text
      case .factRow(let fact, let id): "fact " + fact.text + ", row " + id.text
      case .order(let name): "order of " + name.text
      case .factOrder(let name): "order of fact " + name.text
      case .fact(let name): "fact " + name.text
      case .domain(let name): "domains " + name.text
      case .claim(let name): "claim " + name.text
      case .provider(let name): "provider " + name.text
      case .setting(let name): "setting " + name.text
      case .label(let name): "label " + name.text
      case .purpose(let name): "purpose " + name.text
      case .action(let name): "action " + name.text
      case .actionGroup(let name): "action group " + name.text
      case .error(let name): "error " + name.text
      case .invariant(let name): "invariant " + name.text
      case .impossible(let name): "impossible " + name.text
      case .proof: "proof"
      case .addresses: "addresses"
      case .methods: "methods"
      case .pool(let name): "pool " + name.text
      case .pin(let key): key.words
      }
    }
  }

  /// Which part it is.
  package var subject: Subject
  /// What each policy says there; `-` for nothing.
  package var words: Sides<String>
  /// Where each says it; nil where it says nothing, or nothing by itself.
  package var positions: Sides<SourcePosition?>
}

/// One entry of a policy in words, by which it is compared with the other's.
struct PartEntry {
  var subject: EditedPart.Subject
  var position: SourcePosition?
  var words: String
}
