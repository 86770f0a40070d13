internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyReview

/// The part of an answer that the caller sees.
struct VisibleAnswer: Equatable {
  /// What an answer does to the session of the caller.
  ///
  /// The caller sees it: a new session has a token, and an ended one stops working.
  struct SessionChange: Equatable {
    var opens = false
    var renews = false
    var ends = false

    /// Creates the change of a list of writes.
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

  /// Creates the visible part of an answer; nil means that the case is declared impossible.
  init(_ answer: CompiledAnswer?, _ errors: [CompiledError]) {
    let reply = answer.map { Reply($0, errors) } ?? AnswerMeaning.impossible.reply
    (outcome, ask, tell) = (reply.shown, reply.ask, reply.tell)
    session = SessionChange(answer?.effects.flatMap { $0.templates } ?? [])
  }

  /// Whether the disclosed values depend on the account.
  ///
  /// Two answers that disclose the same kinds of values can then differ.
  var isAboutAccount: Bool { tell.contains { $0.isAboutAccount } }
}

extension Disclosure {
  /// Whether the disclosed value depends on the account that the attempt points to.
  var isAboutAccount: Bool {
    switch self {
    case .account, .methods, .addressMethods, .providers, .registered: true
    // The disclosed credential is the attempt's own, so it reveals nothing about an account.
    case .credential: false
    }
  }
}
