internal import LinkPolicy

/// What a word of a policy names.
enum Sort: Hashable, Sendable {
  /// A fact: the engine's, or one that the policy declares, with `claim.`, `setting.` or `label.` in front.
  case fact
  /// A value of a fact; of `provider`, `domain` and `action` those have sorts of their own.
  case value(of: Name)
  /// An identity provider or a family of them.
  case provider
  /// A set of domains.
  case domain
  /// An action, or a group of them.
  case action
  /// A refusal.
  case error
  /// An effect.
  case effect
  /// What a code is mailed for.
  case purpose
  /// A row of a table: of `guards`, of a table of decisions by its key, or of `facts.NAME`.
  case row(in: Name)
  /// A table of decisions.
  case table
  /// A policy that is extended.
  case policy
  /// The code of a finding.
  case finding
  /// What an invariant forbids: `allowed`, `refused`, an error or an effect.
  case outcome
  /// What a finding is about, such as `sign-in.federated/first`.
  case subject
}

/// Something that has a name.
struct Symbol: Hashable, Sendable {
  let sort: Sort
  let name: Name

  init(_ sort: Sort, _ name: Name) {
    self.sort = sort
    self.name = name
  }

  /// The row that a finding's subject names behind its table; nil for what is no row, or all of them.
  static func row(ofSubject word: Name) -> (table: Name, row: Symbol)? {
    guard let slash = word.bytes.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let table = Name(bytes: Array(word.bytes[..<slash]))
    let row = Name(bytes: Array(word.bytes[(slash + 1)...]))
    return row == "*" || row == "" ? nil : (table, Symbol(.row(in: table), row))
  }
}
