public import LinkPolicy

/// A table of decisions: the rows for one action, or for one action and some kinds of method.
public struct TableDeclaration: Sendable {
  /// The table's key as written, such as `sign-in.phone|custom`.
  public var key: Located<Name>
  /// The action that the table decides, such as `sign-in`: the key up to the first `.`.
  public var action: Located<Name>
  /// The kinds of method that the table decides; empty means every kind that the action can carry.
  public var kinds: [Located<Name>]
  /// The rule that applies if several rows match; by default, several matching rows are an error.
  public var hit: HitPolicy
  /// The rows, in order; with `hit: first`, the first matching row decides.
  public var rows: [RowDeclaration]

  /// Creates a table of decisions from its key, as written in a policy file.
  ///
  /// The key is split at the first `.` into action and kinds. The kinds are split at `|`.
  ///
  /// - Parameters:
  ///   - key: an action, or an action and kinds: `sign-in`, `sign-in.federated`, `sign-in.phone|custom`.
  ///   - hit: the rule that applies if several rows match.
  ///   - rows: the rows, in order.
  public init(_ key: Located<Name>, hit: HitPolicy = .unique, rows: [RowDeclaration] = []) {
    self.key = key
    self.hit = hit
    self.rows = rows
    var parts = key.value.bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let position = key.position
    let actionBytes = Array(parts.removeFirst())
    action = Located(Name(bytes: actionBytes), at: position)
    kinds = []
    if let rest = parts.first {
      var column = position.column + actionBytes.count + 1
      for kind in rest.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
        var place = position
        place.column = column
        kinds.append(Located(Name(bytes: Array(kind)), at: place))
        column += kind.count + 1
      }
    }
  }
}

/// A row of a table, or a guard.
///
/// A row gives its answer if all conditions of the row hold.
public struct RowDeclaration: Sendable {
  /// The stable id, unique in its table, such as `first-trusted`.
  public var id: Located<Name>
  /// The conditions of the row, beginning with the conditions of the `given:` that contains the row.
  public var conditions: [Condition]
  /// The value that the row gives to a derived fact; nil for guards and for rows of decision tables.
  public var value: Located<Name>?
  /// The effects in order; nil if the row has no `do:`, empty for a success without effects.
  public var effects: [EffectDeclaration]?
  /// The error with which the row refuses; nil if the row does not refuse.
  public var refusal: Located<Name>?
  /// The effects that the guard prevents, such as `create`.
  ///
  /// The guard applies only if the matching row has one of these effects.
  ///
  /// If the list is nil, the guard applies before the tables.
  public var would: [Located<Name>]?
  /// The remedy that replaces the error's remedy; nil to keep the error's remedy.
  public var ask: Located<Name>?
  /// The disclosures that replace the error's disclosures; nil to keep the error's disclosures.
  public var tell: [Located<Name>]?
  /// The outcome reported to the client instead of the true outcome: `allowed` or an error; nil to report the true
  /// outcome.
  public var show: Located<Name>?
  /// The earlier rows of a `first` table that the row may overlap; `earlier` means all earlier rows.
  public var overrides: [Located<Name>]
  /// The cited statements and interpretations that justify the row.
  public var because: [Located<Name>]
  /// Metadata for readers, such as the owner of the row.
  ///
  /// The keys are `comment`, `owner` and `since`. Metadata never affects decisions or the digest.
  public var metadata: [(key: Name, value: Name)]

  /// The keys of a row in a policy; every other key names the fact of a condition.
  package static var keys: [Name] {
    [
      "id", "is", "do", "refuse", "would", "ask", "tell", "show", "overrides", "because", "comment",
      "owner", "since",
    ]
  }

  /// Creates a row without conditions or answer.
  ///
  /// Set the row's properties afterwards.
  ///
  /// - Parameter id: the stable id, unique in its table.
  public init(id: Located<Name>) {
    self.id = id
    conditions = []
    overrides = []
    because = []
    metadata = []
  }
}

/// An effect as the policy writes it: a word with its arguments.
public struct EffectDeclaration: Sendable {
  /// The word that names the effect, such as `create` or `drop`.
  public var name: Located<Name>
  /// The arguments: kinds for `drop`, a purpose for `send-code`, a label and a value for `set`, an identifier for
  /// `set-identifier` or `clear-identifier`.
  public var arguments: [Located<Name>]

  /// Creates an effect, as a row lists it under `do:`.
  ///
  /// - Parameters:
  ///   - name: the word, such as `create` or `drop`.
  ///   - arguments: the arguments, such as the kinds for `drop`; empty for a word without arguments, such as `create`.
  public init(_ name: Located<Name>, _ arguments: [Located<Name>] = []) {
    self.name = name
    self.arguments = arguments
  }
}

/// One condition of a row: a fact, and the values that the condition allows or excludes.
///
/// A condition contains names as the text writes them. The compiler resolves the names, and reports unknown names at
/// their positions.
public struct Condition: Sendable {
  /// The fact, such as `trust` or `setting.client-create`; in guards also `action` and `would`.
  public var fact: Located<Name>
  /// The values of the condition, at least one.
  public var values: [Located<Name>]
  /// Whether the condition excludes the values, as in `{not: ...}`.
  public var isNegated: Bool

  /// Creates a condition of a row or guard.
  ///
  /// - Parameters:
  ///   - fact: the fact, such as `trust` or `setting.client-create`; in guards also `action` and `would`.
  ///   - values: the values, at least one.
  ///   - isNegated: whether the condition holds for all values except `values`.
  public init(_ fact: Located<Name>, _ values: [Located<Name>], isNegated: Bool = false) {
    self.fact = fact
    self.values = values
    self.isNegated = isNegated
  }
}

/// The rule that applies if several rows of a table match.
public enum HitPolicy: UInt8, Sendable {
  /// At most one row with conditions may match an attempt; a last row without conditions may decide all other attempts.
  ///
  /// A table without `hit:` uses this rule.
  case unique
  /// The first matching row decides. If an earlier row answers some attempts of a row differently, the row must list
  /// the earlier row in `overrides`; a last row without conditions needs no `overrides`.
  case first
}

/// A derived fact, such as `trust`: a table whose result other tables can test.
public struct FactDeclaration: Sendable {
  /// The name of the fact in conditions, such as `trust`.
  public var name: Located<Name>
  /// The values that the fact's rows can give and that conditions can test.
  public var values: [Located<Name>]
  /// The rule that applies if several rows match; by default, several matching rows are an error.
  public var hit: HitPolicy
  /// The rows, in order; with `hit: first`, the first matching row decides.
  public var rows: [RowDeclaration]

  /// Creates a derived fact from the rows that compute it.
  ///
  /// - Parameters:
  ///   - name: the name of the fact in conditions.
  ///   - values: the possible values, at least one.
  ///   - hit: the rule that applies if several rows match.
  ///   - rows: the rows, in order; each has a ``RowDeclaration/value``.
  public init(
    _ name: Located<Name>, values: [Located<Name>], hit: HitPolicy = .unique,
    rows: [RowDeclaration]
  ) {
    self.name = name
    self.values = values
    self.hit = hit
    self.rows = rows
  }
}

/// A combination of facts that the policy's author declares impossible, with the reason.
public struct ImpossibleDeclaration: Sendable {
  /// The conditions that cannot hold together.
  public var conditions: [Condition]
  /// The reason why the conditions cannot hold together.
  public var because: Located<Name>

  /// Creates a declaration that the given conditions cannot hold together.
  ///
  /// - Parameters:
  ///   - conditions: the conditions that cannot hold together.
  ///   - because: the reason why the conditions cannot hold together, for readers of the policy.
  public init(conditions: [Condition], because: Located<Name>) {
    self.conditions = conditions
    self.because = because
  }
}
