internal import LinkPolicy
internal import LinkPolicyJSON

extension PlayedStep {
  /// The cells behind the attempt: outcome, what decided, what happens.
  func cells(_ names: MethodNames?) -> [TextTable.Cell] {
    switch answer {
    case .decided(let decision, let applied):
      [
        outcome(decision, applied), reason(decision),
        TextTable.Cell(parts: happening(decision, names)),
      ]
    case .conflict(let decision, let conflict):
      [
        TextTable.Cell("conflict", mark: .bad), reason(decision),
        TextTable.Cell("nothing: " + conflict.text),
      ]
    case .inputError(let error):
      [
        TextTable.Cell("input error: " + error.reason.word.text, mark: .bad),
        TextTable.Cell("-"), TextTable.Cell(error.message),
      ]
    case .fault(_, let message):
      [
        TextTable.Cell("not played", mark: .bad), TextTable.Cell("-"),
        TextTable.Cell(message),
      ]
    case nil:
      [TextTable.Cell(""), TextTable.Cell(""), TextTable.Cell("")]
    }
  }

  private func outcome(_ decision: Decision, _ applied: Accounts.Applied) -> TextTable.Cell {
    guard decision.isAllowed else {
      var text = "refused: " + decision.outcome.word
      if !decision.shown.word.hasSameBytes(as: decision.outcome.word) {
        text += ", shown as " + decision.shown.word
      }
      return TextTable.Cell(text, mark: .bad)
    }
    var text = "allowed"
    if let account = applied.account {
      text += (applied.isNewAccount ? ": new " : ": ") + account
    }
    return TextTable.Cell(text, mark: .good)
  }

  private func reason(_ decision: Decision) -> TextTable.Cell {
    guard let row = decision.row else { return TextTable.Cell("no row") }
    var text = row.table.hasSameBytes(as: "guards") ? "guard " + row.id : row.id
    if !row.because.isEmpty {
      text += " (" + row.because.joined(separator: " ") + ")"
    }
    return TextTable.Cell(text)
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
