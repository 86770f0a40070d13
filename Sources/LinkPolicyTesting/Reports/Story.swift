internal import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics
internal import LinkPolicyJSON

/// A description of a played case for people: its steps and the resulting accounts.
///
/// Lines have at most ``lineLength`` Unicode scalars. Color is off by default.
public struct Story: Sendable {
  /// The maximum number of Unicode scalars in a line of a table.
  public static var lineLength: Int { 110 }

  /// The case with the answer to each of its steps.
  public let played: PlayedCase
  /// Whether to show the accounts after each step instead of only after the last step.
  public var showsEveryAccount: Bool
  /// Whether to use ANSI colors.
  public var isColoured: Bool

  /// Creates the story of a case, by default without color and with the accounts only after the last step.
  ///
  /// - Parameters:
  ///   - played: the played case.
  ///   - showsEveryAccount: whether to show the accounts after each step instead of only after the last step.
  ///   - isColoured: whether to use ANSI colors.
  public init(
    _ played: PlayedCase, showsEveryAccount: Bool = false, isColoured: Bool = false
  ) {
    self.played = played
    self.showsEveryAccount = showsEveryAccount
    self.isColoured = isColoured
  }

  /// The story, without terminal control sequences except requested colors.
  public var text: String { terminalText.text }

  /// The story for a terminal.
  package var terminalText: TerminalText {
    var text = heading
    if let reading = played.reading {
      for line in TextTable.wrapped(reading.text, Self.lineLength - 2) {
        text += "  \(line)\n"
      }
      return text
    }
    if showsEveryAccount {
      for step in played.steps {
        text += "\n" + table([step]) + "\n" + accounts(step.accounts, indent: 5)
      }
      return text
    }
    return text + "\n" + table(played.steps) + "\n" + accounts(played.accounts, indent: 2)
  }

  private var names: MethodNames? { played.policy.map { MethodNames($0) } }

  private var heading: TerminalText {
    let vector = played.vector
    var words = [vector.id]
    if let title = vector.title {
      words.append(title)
    }
    var details = played.policy.map { "policy " + $0.name } ?? "must not load as a policy"
    if !vector.proves.isEmpty {
      details += ", proves " + vector.proves.joined(separator: " ")
    }
    let settings = (vector.sequence?.settings.values ?? []).map { $0.name + "=" + $0.value }
    if !settings.isEmpty {
      details += ", settings " + settings.joined(separator: " ")
    }
    words.append("(" + details + ")")
    return TextTable.wrapped(words.joined(separator: "  "), Self.lineLength).joined(by: "\n") + "\n"
  }

  private func table(_ steps: [PlayedStep]) -> TerminalText {
    var table = TextTable(
      indent: 2,
      [
        TextTable.TextColumn(heading: "#", limit: 4, isRight: true),
        TextTable.TextColumn(heading: "attempt", limit: 28),
        TextTable.TextColumn(heading: "outcome", limit: 22),
        TextTable.TextColumn(heading: "decided by", limit: 20),
        TextTable.TextColumn(heading: "what happens", limit: 26),
      ])
    for step in steps {
      let cells = [String(step.number), step.step.content.plainWords(names)]
        .map { TextTable.TextCell($0) }
      table.add(cells + step.cells(names))
    }
    return table.text(DiagnosticStyle(coloured: isColoured))
  }

  private func accounts(_ accounts: [Account], indent: Int) -> TerminalText {
    guard !accounts.isEmpty else {
      return "\(String(repeating: " ", count: indent))no accounts\n"
    }
    var table = TextTable(
      indent: indent,
      [
        TextTable.TextColumn(heading: "account", limit: 10),
        TextTable.TextColumn(heading: "e-mail", limit: 30),
        TextTable.TextColumn(heading: "methods", limit: 34),
        TextTable.TextColumn(heading: "else", limit: 23),
      ])
    for account in accounts {
      let methods = account.methods.map { method in
        (names?.describe(method.provider, method.isKindOpen ? nil : method.kind)
          ?? method.provider)
          + (method.subject.map { " " + $0 } ?? "") + (method.isSuperseded ? " superseded" : "")
      }
      var email = account.email ?? "-"
      if account.email != nil {
        email += account.isEmailVerified ? " verified" : " unverified"
      }
      let cells = [account.id, email, methods.joined(separator: ", "), account.otherWords]
      table.add(cells.map { TextTable.TextCell($0) })
    }
    return table.text(DiagnosticStyle(coloured: isColoured))
  }
}

extension Account {
  /// The properties of the account that differ from their defaults, such as labels and the tenant.
  fileprivate var otherWords: String {
    var words: [String] = []
    if state == .disabled {
      words.append("disabled")
    }
    words += labels.map { $0.name + "=" + $0.value }
    words += identifiers.map { $0.name + " `" + $0.value + "`" }
    if let tenant {
      words.append("tenant " + tenant)
    }
    if factors > 0 {
      words.append("\(factors) second factors")
    }
    return words.joined(separator: ", ")
  }
}

extension PlayedStep {
  /// Returns the table cells that follow the attempt: the outcome, the deciding row and the
  /// effects.
  func cells(_ names: MethodNames?) -> [TextTable.TextCell] {
    switch answer {
    case .decided(let decision, let applied):
      [
        outcome(decision, applied), reason(decision),
        TextTable.TextCell(parts: happening(decision, names)),
      ]
    case .conflict(let decision, let conflict):
      [
        TextTable.TextCell("conflict", mark: .bad), reason(decision),
        TextTable.TextCell("nothing: " + conflict.text),
      ]
    case .inputError(let error):
      [
        TextTable.TextCell("input error: " + error.reason.word.text, mark: .bad),
        TextTable.TextCell("-"), TextTable.TextCell(error.message),
      ]
    case .fault(_, let message):
      [
        TextTable.TextCell("not played", mark: .bad), TextTable.TextCell("-"),
        TextTable.TextCell(message),
      ]
    case nil:
      [TextTable.TextCell(""), TextTable.TextCell(""), TextTable.TextCell("")]
    }
  }

  private func outcome(_ decision: Decision, _ applied: Accounts.Applied) -> TextTable.TextCell {
    guard decision.isAllowed else {
      var text = "refused: " + decision.outcome.word
      if !decision.shown.word.hasSameBytes(as: decision.outcome.word) {
        text += ", shown as " + decision.shown.word
      }
      return TextTable.TextCell(text, mark: .bad)
    }
    var text = "allowed"
    if let account = applied.account {
      text += (applied.isNewAccount ? ": new " : ": ") + account
    }
    return TextTable.TextCell(text, mark: .good)
  }

  private func reason(_ decision: Decision) -> TextTable.TextCell {
    guard let row = decision.row else { return TextTable.TextCell("no row") }
    var text = row.table.hasSameBytes(as: "guards") ? "guard " + row.id : row.id
    if !row.because.isEmpty {
      text += " (" + row.because.joined(separator: " ") + ")"
    }
    return TextTable.TextCell(text)
  }

  private func happening(_ decision: Decision, _ names: MethodNames?) -> [String] {
    var parts: [String] = []
    if !decision.effects.isEmpty {
      parts.append(decision.effects.map { $0.text }.joined(separator: ", "))
    }
    if !removed.isEmpty {
      let dropped = removed.map { names?.describe($0.provider, $0.kind) ?? $0.provider }
      parts.append("dropped " + dropped.joined(separator: ", "))
    }
    if !notices.isEmpty {
      parts.append("heard " + notices.map { $0.description }.joined(separator: ", "))
    }
    if let ask = decision.ask {
      parts.append("asks " + ask.name.text)
    }
    if let methods = decision.disclosed.methods ?? decision.disclosed.addressMethods {
      parts.append("tells of " + (methods.isEmpty ? "no method" : methods.joined(separator: ", ")))
    }
    return parts.isEmpty ? ["-"] : parts
  }
}

extension VectorStep.StepContent {
  /// Returns a description of the step, such as `sign-in facebook.com f1 a@gmail.com`.
  ///
  /// - Parameter names: the names of methods in the policy; nil to write the kind of each method as in the vector.
  /// - Returns: one line, not escaped for any output.
  package func plainWords(_ names: MethodNames?) -> String {
    switch self {
    case .attempt(let attempt): attempt.plainWords(names)
    case .wait(.old): "wait: sessions get old"
    case .wait(.expired): "wait: codes expire"
    case .set(let settings): "settings: " + settings.plainWords
    }
  }
}

extension Settings {
  fileprivate var plainWords: String {
    values.map { $0.name + "=" + $0.value }.joined(separator: ", ")
  }
}

extension VectorAttempt {
  fileprivate func plainWords(_ names: MethodNames?) -> String {
    var words = [attempt.action.name]
    if let assertion = attempt.assertion {
      words += assertion.plainWords(names)
    }
    if let address = attempt.address {
      words.append(address)
    }
    words += attempt.stated.phrases(.attempt).map { $0.text }
    words += (attempt.link?.stated.phrases(.link) ?? []).map { $0.text }
    words += attempt.inputs.values.map { "input " + $0.name + "=" + $0.value }
    words += attempt.identifiers.map { $0.name + " `" + $0.value + "`" }
    if let tenant = attempt.tenant {
      words.append("in tenant " + tenant)
    }
    switch session {
    case .last: words.append("as last session")
    case .step(let number): words.append("as session of step \(number)")
    case .id(let id): words.append("as session " + id)
    case nil: break
    }
    if let target {
      words.append("on " + target)
    }
    switch code {
    case .last, .step: words.append("with last code")
    case .id(let id): words.append("with code " + id)
    case nil: break
    }
    words += stated.phrases(.situation).map { $0.text }
    if let phrase = DisabledMethod.phrase(of: disabledMethods ?? []) {
      words.append(phrase)
    }
    if !settings.values.isEmpty {
      words.append("with " + settings.plainWords)
    }
    return words.joined(separator: " ")
  }
}

extension Assertion {
  /// Returns the provider, and the properties of the assertion that differ from their defaults.
  fileprivate func plainWords(_ names: MethodNames?) -> [String] {
    var words = [provider]
    if let kind {
      words = [names?.describe(provider, kind) ?? provider + "/" + kind.name.text]
    }
    if let subject {
      words.append(subject)
    }
    for record in addresses {
      words.append(record.email)
      for claim in record.claims {
        words.append(claim.name + "=" + claim.value.spelling)
      }
    }
    words += stated.phrases(.assertion).map { $0.text }
    return words
  }
}
