package import LinkPolicy
package import LinkPolicyDiagnostics

/// Why a line is answered with neither a decision nor a look-up.
package struct AnswerError: Error, Sendable {
  /// What a program tells errors apart by; the message is for people and may change.
  package enum Code: String, Sendable, CaseIterable {
    /// The line is no request, or the attempt lacks what its action needs.
    case malformed
    /// A question of the look-up has no answer.
    case unanswered
    /// Something is given that the attempt neither carries nor asks for.
    case notAsked = "not-asked"
    /// The answers to a look-up are not of one moment: look up again.
    case torn
    /// Attempt and answers contradict each other.
    case contradiction
    /// The policy knows no such action, kind, setting, claim or label.
    case notOffered = "not-offered"
  }

  /// The kind of error.
  package let code: Code
  /// What is wrong, and what to do where the message does not say it.
  package let message: String
  /// The question of the look-up that it is about, by its key; nil for an error about none.
  package let question: String?
  /// Where in the line, in characters from 1; nil where no place is known.
  package let column: Int?

  /// The error of a line that could not be read: the first thing that is wrong with it.
  package init(_ input: InvalidInput) {
    code = .malformed
    let first = input.diagnostics.first { $0.level == .error }
    message = (first?.message ?? "the line cannot be read") + (first?.help.map { "; " + $0 } ?? "")
    column = first?.position?.column
    question = nil
  }

  /// The error of a line that decides, and asks for no record where there has to be one.
  package static var recordMissing: AnswerError {
    AnswerError(
      code: .malformed,
      message: "the line asks for no record of its decision; "
        + #"write "record": {"time": …, "correlation": …} into `decide`"#)
  }

  private init(code: Code, message: String) {
    self.code = code
    self.message = message
    column = nil
    question = nil
  }

  /// The error of a request that was read and can still not be answered.
  package init(_ error: InputError) {
    code = Code(error.reason)
    message = error.message
    column = nil
    question = error.question
  }
}

extension AnswerError.Code {
  /// The code of what keeps an attempt from being decided.
  init(_ reason: InputError.Reason) {
    self =
      switch reason {
      case .actionNotOffered, .kindNotOffered, .undeclared: .notOffered
      case .missing, .malformedAddress, .malformedTicket, .tooLong: .malformed
      case .unexpected: .notAsked
      case .contradiction: .contradiction
      case .unanswered: .unanswered
      case .torn: .torn
      }
  }
}
