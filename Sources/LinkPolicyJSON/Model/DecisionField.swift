/// A group of JSON members of a decision; a request selects groups with `fields`.
package enum DecisionField: UInt8, Sendable, CaseIterable {
  /// The field is `outcome`, which is `allowed` or `refused`.
  ///
  /// A refusal adds `error` and `names`. If the client may not learn the true outcome, the field adds `shown`.
  case outcome
  /// The field is `effects`, the effects in their order.
  case effects
  /// The field is `ask`, the remedy: the step that the caller can take next.
  case ask
  /// The field is `tell` and `told`: the names and values of the disclosures that the client may receive.
  case tell
  /// The field is `ticket`, which the caller returns with the next step.
  case ticket
  /// The field is `notes`, the remarks on the attempt.
  case notes
  /// The field is `changes`, the change set.
  case changes
  /// The field is `row`, the deciding row or guard.
  case row
  /// The field is `account`, the account that the attempt points to.
  case account
  /// The field is `facts`, the facts with their values.
  case facts
  /// The field is `policy`, the name and digest of the deciding policy.
  case policy

  /// The word of the field in a request, such as `outcome`.
  package var word: String {
    switch self {
    case .outcome: "outcome"
    case .effects: "effects"
    case .ask: "ask"
    case .tell: "tell"
    case .ticket: "ticket"
    case .notes: "notes"
    case .changes: "changes"
    case .row: "row"
    case .account: "account"
    case .facts: "facts"
    case .policy: "policy"
    }
  }

  /// The JSON word of each field, such as `outcome`.
  package static let words = JSONWords(allCases) { $0.word }
}

/// A set of fields of a decision; a request selects the fields, and the answer then contains no other members.
package struct DecisionFields: Sendable {
  private var bits: UInt16

  /// The set of all fields.
  package static var all: DecisionFields { DecisionFields(bits: .max) }

  /// The empty set of fields.
  static var none: DecisionFields { DecisionFields(bits: 0) }

  /// Adds a field to the set.
  mutating func insert(_ field: DecisionField) {
    bits |= 1 << UInt16(field.rawValue)
  }

  private init(bits: UInt16) {
    self.bits = bits
  }

  /// Creates a set from its fields.
  package init(_ fields: some Sequence<DecisionField>) {
    bits = 0
    for field in fields {
      insert(field)
    }
  }

  /// Returns whether the set contains a field.
  package func contains(_ field: DecisionField) -> Bool { bits >> UInt16(field.rawValue) & 1 == 1 }

  /// Reads the list under `fields`; all fields if the key is absent.
  ///
  /// The reader reports an unknown word as a finding. An empty list is also a finding, because the answer would have no
  /// members.
  init(_ reader: inout JSONObjectReader, _ findings: inout JSONFindings) {
    self = .all
    guard let value = reader.given("fields"), let words = findings.list(value, in: "fields")
    else { return }
    var fields: [DecisionField] = []
    for word in words {
      if let field = findings.word(word, of: DecisionField.words, in: "fields") {
        fields.append(field)
      }
    }
    guard value.count > 0 else {
      findings.report(
        .jsonUnknownValue, "`fields` is empty", at: value,
        help: "list the members of the decision that you need, such as `outcome`")
      return
    }
    self.init(fields)
  }
}
