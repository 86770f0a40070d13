/// What a policy answers to an attempt, with the reason.
///
/// A value of constant size: nothing is rendered and no address is copied until somebody asks.
/// It holds what it was decided on, so that it can be explained and applied later; a store applies
/// it only while the account it points to has the version it was decided on.
public struct Decision: Sendable {
  /// Whether the attempt is allowed.
  public enum Outcome: Sendable {
    /// It is; the effects say what happens.
    case allowed
    /// It is not.
    case refused(Refusal)
  }

  /// The account that a decision is about, as it was when it was made.
  public struct Subject: Sendable {
    /// The account's id.
    public var id: String
    /// Its version.
    public var version: Int
  }

  /// What decided.
  package enum Source: Sendable, Hashable {
    /// A row of the attempt's table.
    case row(Int)
    /// A guard that is asked before the tables.
    case guarding(Int)
    /// A guard with `would`, asked of this row.
    case would(Int, row: Int)
    /// What the policy declares impossible.
    case impossible
    /// Facts that the engine says cannot occur together; nothing in this package makes them.
    case cannotOccur
  }

  let storage: PolicyStorage
  package let source: Source
  package let table: Int
  package let facts: FactVector
  /// Whether the attempt proved its address.
  package let isProven: Bool
  /// The attempt decided.
  public let attempt: Attempt
  /// What was found; a code that the action does not take is an unknown one here.
  package let situation: Situation
  /// The addresses that were looked up.
  let asked: AskedAddresses
  /// The account it points to, as it was found.
  package let pointedAccount: Account?
  /// The address the attempt asserts, as it was given.
  public let address: String?
}

extension Decision {
  /// The caller's session, by its id in the service's store.
  public var session: String? { situation.session?.id }

  /// The code brought by the attempt, by its id in the service's store; nil for none, and for one
  /// that is unknown here, which is not the attempt's to use up.
  public var code: String? {
    situation.code.flatMap { $0.state == .unknown ? nil : $0.id }
  }

  /// The account it points to, if there is one.
  public var account: Subject? {
    pointedAccount.map { Subject(id: $0.id, version: $0.version) }
  }

  /// What is answered; nil where the policy declares it impossible.
  var compiledAnswer: CompiledAnswer? {
    switch source {
    case .row(let index): storage.tables[table].rows[index].answer
    case .guarding(let index), .would(let index, _): storage.guards[index].answer
    case .impossible, .cannotOccur: nil
    }
  }

  /// The outcome.
  public var outcome: Outcome {
    guard let answer = compiledAnswer else { return .refused(Refusal(storage, .engine(source))) }
    guard let error = answer.error else { return .allowed }
    return .refused(Refusal(storage, .declared(error)))
  }

  /// The outcome that the outside may see.
  public var shown: Outcome {
    switch compiledAnswer?.shown {
    case .allowed: .allowed
    case .error(let index): .refused(Refusal(storage, .declared(index)))
    case .outcome, nil: outcome
    }
  }

  /// The effects, in order; carried out all or none.
  public var effects: [Effect] {
    switch source {
    case .row(let index): storage.tables[table].rows[index].answer.effects
    case .guarding(let index), .would(let index, _): storage.guards[index].answer.effects
    case .impossible, .cannotOccur: []
    }
  }

  /// The remedy asked for.
  public var ask: Remedy? {
    switch source {
    case .row(let index): storage.tables[table].rows[index].answer.ask
    case .guarding(let index), .would(let index, _): storage.guards[index].answer.ask
    case .impossible, .cannotOccur: nil
    }
  }

  /// What may be told.
  public var tell: [Disclosure] {
    switch source {
    case .row(let index): storage.tables[table].rows[index].answer.tell
    case .guarding(let index), .would(let index, _): storage.guards[index].answer.tell
    case .impossible, .cannotOccur: []
    }
  }

  /// Whether the attempt is allowed.
  public var isAllowed: Bool {
    switch source {
    case .row(let index): storage.tables[table].rows[index].answer.error == nil
    case .guarding(let index), .would(let index, _): storage.guards[index].answer.error == nil
    case .impossible, .cannotOccur: false
    }
  }
}

/// A refusal: an error of the policy, with each platform's name for it.
public struct Refusal: Sendable {
  enum Kind: Sendable {
    case declared(Int)
    case engine(Decision.Source)
  }

  private let storage: PolicyStorage
  private let kind: Kind

  init(_ storage: PolicyStorage, _ kind: Kind) {
    self.storage = storage
    self.kind = kind
  }

  /// The error's name in the policy.
  ///
  /// `impossible-situation` where the policy declares that the facts cannot occur together,
  /// `unforeseen-situation` where the engine knows none.
  public var code: String {
    switch kind {
    case .declared(let index): storage.errors[index].name.text
    case .engine(.impossible): "impossible-situation"
    case .engine: "unforeseen-situation"
    }
  }

  /// The names by platform.
  public var names: [(platform: String, name: String)] {
    guard case .declared(let index) = kind else { return [] }
    return storage.errors[index].names.map { ($0.platform.text, $0.name.text) }
  }

  /// The name on one platform.
  public func name(on platform: String) -> String? {
    guard case .declared(let index) = kind else { return nil }
    for (candidate, name) in storage.errors[index].names
    where platform.hasSameBytes(as: candidate) {
      return name.text
    }
    return nil
  }
}
