internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The part of an answer that the caller sees, such as the outcome.
struct VisibleAnswer: Equatable {
  /// The effect of an answer on the caller's session.
  ///
  /// The caller sees a change of the session: a new session has a token, and an ended session stops working.
  struct SessionChange: Equatable {
    var opens = false
    var renews = false
    var ends = false

    /// Creates the session change that a list of writes makes.
    init(_ templates: [WriteTemplate]) {
      opens = templates.contains(.openSession)
      renews = templates.contains(.renewSession)
      ends = templates.contains(.endSession)
    }
  }

  private var outcome: Reply.NamedRefusal?
  private var ask: Remedy?
  private var tell: [Disclosure]
  private var session: SessionChange

  /// Creates the part of an answer that the caller sees.
  ///
  /// A nil answer means that the policy declares the cells impossible.
  init(_ answer: CompiledAnswer?, _ errors: [CompiledError]) {
    let reply = answer.map { Reply($0, errors) } ?? AnswerMeaning.impossible.reply
    (outcome, ask, tell) = (reply.shown, reply.ask, reply.tell)
    session = SessionChange(answer?.effects.flatMap { $0.templates } ?? [])
  }

  /// Whether the disclosed values depend on the account.
  ///
  /// If the values depend on the account, two answers that disclose the same kinds of values can differ.
  var isAboutAccount: Bool { tell.contains { $0.isAboutAccount } }
}

extension Disclosure {
  /// Whether the disclosed value depends on the account that the attempt points to.
  var isAboutAccount: Bool {
    switch self {
    case .account, .methods, .addressMethods, .providers, .registered: true
    // The answer discloses only the attempt's own credential, which reveals nothing about an account.
    case .credential: false
    }
  }
}
