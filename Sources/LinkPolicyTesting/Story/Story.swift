internal import LinkPolicy
package import LinkPolicyDiagnostics

/// A played case as people read it: what happened step by step, and the accounts it left.
///
/// No line is longer than ``lineLength``, and no colour is written unless asked for.
public struct Story: Sendable {
  /// The most scalars that a line of a table has.
  public static var lineLength: Int { 110 }

  /// What is told: the steps, the decisions and the accounts.
  public let played: PlayedCase
  /// Whether the accounts are shown after each step, not only after the last.
  public var showsEveryAccount: Bool
  /// Whether ANSI colour is written.
  public var isColoured: Bool

  /// Creates the story of a case, without colour and with the accounts at the end.
  ///
  /// - Parameters:
  ///   - played: the case after it was played.
  ///   - showsEveryAccount: whether the accounts are shown after each step, not only after the
  ///     last.
  ///   - isColoured: whether ANSI colour is written.
  public init(
    _ played: PlayedCase, showsEveryAccount: Bool = false, isColoured: Bool = false
  ) {
    self.played = played
    self.showsEveryAccount = showsEveryAccount
    self.isColoured = isColoured
  }

  /// The story, with nothing in it that could drive a terminal but colour that was asked for.
  public var text: String { terminalText.text }

  /// The story as terminals take it.
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
        TextTable.Column(heading: "#", limit: 4, isRight: true),
        TextTable.Column(heading: "attempt", limit: 28),
        TextTable.Column(heading: "outcome", limit: 22),
        TextTable.Column(heading: "decided by", limit: 20),
        TextTable.Column(heading: "what happens", limit: 26),
      ])
    for step in steps {
      let cells = [String(step.number), step.step.content.plainWords(names)]
        .map { TextTable.Cell($0) }
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
        TextTable.Column(heading: "account", limit: 10),
        TextTable.Column(heading: "e-mail", limit: 30),
        TextTable.Column(heading: "methods", limit: 34),
        TextTable.Column(heading: "else", limit: 23),
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
      table.add(cells.map { TextTable.Cell($0) })
    }
    return table.text(DiagnosticStyle(coloured: isColoured))
  }
}

extension Account {
  /// What is out of the ordinary about the account.
  fileprivate var otherWords: String {
    var words: [String] = []
    if state == .disabled {
      words.append("disabled")
    }
    words += labels.map { $0.name + "=" + $0.value }
    if let tenant {
      words.append("tenant " + tenant)
    }
    if factors > 0 {
      words.append("\(factors) second factors")
    }
    return words.joined(separator: ", ")
  }
}
