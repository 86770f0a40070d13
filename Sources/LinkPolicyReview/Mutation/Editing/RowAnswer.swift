internal import LinkPolicy
internal import LinkPolicyAuthoring

/// The answer of a row, apart from its conditions.
struct RowAnswer {
  var value: Located<Name>?
  var effects: [EffectDeclaration]?
  var refusal: Located<Name>?
  var ask: Located<Name>?
  var tell: [Located<Name>]?
  var show: Located<Name>?
  /// How reports call it.
  var words: String

  init(of row: RowDeclaration) {
    value = row.value
    effects = row.effects
    refusal = row.refusal
    ask = row.ask
    tell = row.tell
    show = row.show
    words = "the answer of `" + row.id.value.text + "`"
  }

  /// A plain refusal, or a silent success.
  init(refusing error: Name?) {
    refusal = error.map { Located($0) }
    effects = error == nil ? [] : nil
    words = error.map { "`refuse: " + $0.text + "`" } ?? "`do: []`"
  }

  /// A value of a derived fact.
  init(value: Name) {
    self.value = Located(value)
    words = "`is: " + value.text + "`"
  }

  func give(to row: inout RowDeclaration) {
    row.value = value
    row.effects = effects
    row.refusal = refusal
    row.ask = ask
    row.tell = tell
    row.show = show
  }
}

extension MutationSource {
  /// Answers other than that of a row, the likelier mistakes first: those of the rows after it,
  /// then a refusal or a silent success.
  func otherAnswers(_ table: RowTable, than index: Int) -> [RowAnswer] {
    let rows = rows(of: table)
    let own = rows[index].compiled
    if case .fact(let fact) = table {
      let values = document.facts[fact].values.map { $0.value }
      let after = Array((own.value + 1)..<max(values.count, own.value + 1)) + Array(0..<own.value)
      return after.map { RowAnswer(value: values[$0]) }
    }
    var answers: [RowAnswer] = []
    var known = [own.answer]
    for offset in 1..<max(rows.count, 1) {
      let row = rows[(index + offset) % rows.count]
      guard !known.contains(row.compiled.answer) else { continue }
      known.append(row.compiled.answer)
      answers.append(RowAnswer(of: row.declared))
    }
    if own.answer.error != nil {
      answers.append(RowAnswer(refusing: nil))
    } else if let error = document.errors.first {
      answers.append(RowAnswer(refusing: error.name.value))
    }
    return answers
  }
}
