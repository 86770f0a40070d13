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
    /// It is not, with an error that says why and what could be done.
    case refused(Refusal)
  }

  /// The account that a decision is about, as it was when it was made.
  public struct Subject: Sendable {
    /// The account's id.
    public var id: String
    /// The number that the store raises with every change of it.
    public var version: Int
  }

  package typealias Source = DecisionSource

  let image: PolicyImage
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

  /// Whether the caller's session was found and has not ended.
  var hasLiveSession: Bool {
    guard let session = situation.session else { return false }
    return switch session.state {
    case .recent, .old, .revoked: true
    case .gone: false
    }
  }

  /// The code brought by the attempt, by its id in the service's store; nil for none, and for one
  /// that is unknown here, which is not the attempt's to use up.
  public var code: String? {
    situation.code.flatMap { $0.state == .unknown ? nil : $0.id }
  }

  /// The account it points to, if there is one.
  public var account: Subject? {
    pointedAccount.map { Subject(id: $0.id, version: $0.version) }
  }

  /// What the policy answers.
  public var answer: PolicyAnswer { PolicyAnswer(image: image, source: source, table: table) }

  /// Whether the attempt is allowed, or what refuses it.
  public var outcome: Outcome { answer.outcome }

  /// The outcome that the outside may see.
  public var shown: Outcome { answer.shown }

  /// The effects, in order; carried out all or none.
  public var effects: [Effect] { answer.effects }

  /// The remedy asked for.
  public var ask: Remedy? { answer.ask }

  /// What may be told.
  public var tell: [Disclosure] { answer.tell }

  /// Whether the attempt is allowed.
  public var isAllowed: Bool { answer.isAllowed }

  /// The row or guard that decided; nil where none did because the facts cannot occur together.
  public var row: RowReference? { answer.row }

  /// The row that a guard with `would` was asked of.
  public var refusedRow: RowReference? { answer.refusedRow }

  /// What is answered, as it was compiled; nil where the policy declares it impossible.
  package var compiledAnswer: CompiledAnswer? { answer.compiled }
}

extension PolicyImage {
  /// What refuses an attempt where no row decides: the policy's own error, where it declares one for that.
  func refusal(of source: Decision.Source) -> Refusal {
    if source == .staleTicket,
      let own = errors.indices.first(where: {
        Refusal.startAgain.hasSameBytes(as: name(ofError: $0))
      })
    {
      return Refusal(self, .declared(own))
    }
    return Refusal(self, .engine(source))
  }
}

/// A refusal: an error of the policy, with each platform's name for it.
public struct Refusal: Sendable {
  enum Kind: Sendable {
    case declared(Int)
    case engine(Decision.Source)
  }

  /// The error for a ticket that no longer means the same, by the name under which a policy can declare it.
  package static var startAgain: String { "start-again" }

  /// The codes with which the engine refuses by itself, whatever a policy declares.
  package static var engineCodes: [String] {
    [Decision.Source.staleTicket, .impossible, .cannotOccur].map { engineCode($0) }
  }

  /// The code for where no row decides; a row or a guard refuses with an error that is declared.
  private static func engineCode(_ source: Decision.Source) -> String {
    switch source {
    case .staleTicket: startAgain
    case .impossible: "impossible-situation"
    case .cannotOccur, .row, .guarding, .would: "unforeseen-situation"
    }
  }

  private let image: PolicyImage
  private let kind: Kind

  init(_ image: PolicyImage, _ kind: Kind) {
    self.image = image
    self.kind = kind
  }

  /// The error's name in the policy.
  ///
  /// `impossible-situation` where the policy declares that the facts cannot occur together,
  /// `unforeseen-situation` where the engine knows none, and `start-again` where the attempt's ticket no longer
  /// means the same; a policy can declare an error of that name, to give it names by platform.
  public var code: String {
    switch kind {
    case .declared(let index): image.name(ofError: index).text
    case .engine(let source): Self.engineCode(source)
    }
  }

  /// The names by platform.
  public var names: [(platform: String, name: String)] {
    guard case .declared(let index) = kind else { return [] }
    return image.names(ofError: index)
  }

  /// What one platform calls the error.
  ///
  /// - Parameter platform: the platform's word in the policy, such as `web`.
  /// - Returns: the name; nil where the policy has none for that platform, and for an error of the
  ///   engine's own.
  public func name(on platform: String) -> String? {
    guard case .declared(let index) = kind else { return nil }
    return image.name(ofError: index, on: platform)
  }
}
