public import LinkPolicy

extension Decision {
  /// The decision as JSON; what it does not have is left out.
  ///
  /// - Parameter isExplained: whether the rows beside the deciding one are added, each with the
  ///   first condition that failed, and the explanation as text.
  /// - Returns: one JSON object.
  public func json(isExplained: Bool = false) -> [UInt8] {
    var writer = JSONWriter()
    writer.decision(self, isExplained: isExplained)
    return writer.take()
  }
}

extension Decision.Outcome {
  /// `allowed`, or the error's name in the policy.
  package var word: String {
    switch self {
    case .allowed: "allowed"
    case .refused(let refusal): refusal.code
    }
  }
}

extension JSONWriter {
  /// Writes a decision.
  package mutating func decision(_ decision: Decision, isExplained: Bool = false) {
    beginObject()
    outcome(decision)
    answer(decision)
    key("changes")
    changes(decision.changes)
    reason(decision)
    if isExplained {
      explanation(decision)
    }
    endObject()
  }

  private mutating func outcome(_ decision: Decision) {
    if case .refused(let refusal) = decision.outcome {
      member("outcome", "refused")
      member("error", refusal.code)
      members("names", refusal.names.map { (name: $0.platform, value: $0.name) })
    } else {
      member("outcome", "allowed")
    }
    let shown = decision.shown.word
    if !shown.hasSameBytes(as: decision.outcome.word) {
      member("shown", shown)
    }
  }

  private mutating func answer(_ decision: Decision) {
    key("effects")
    beginArray()
    for effect in decision.effects {
      self.effect(effect)
    }
    endArray()
    if let ask = decision.ask {
      key("ask")
      string(ask.name)
    }
    if !decision.tell.isEmpty {
      key("tell")
      beginArray()
      for disclosure in decision.tell {
        string(disclosure.name)
      }
      endArray()
      key("told")
      told(decision.disclosed)
    }
    if let ticket = decision.ticket {
      key("ticket")
      self.ticket(ticket)
    }
    let notes = decision.notes
    guard !notes.isEmpty else { return }
    key("notes")
    beginArray()
    for note in notes {
      beginObject()
      member("note", note.code)
      member("message", note.message)
      endObject()
    }
    endArray()
  }

  private mutating func reason(_ decision: Decision) {
    key("row")
    if let row = decision.row {
      self.row(row, in: decision.policySources)
    } else {
      null()
    }
    key("account")
    if let account = decision.account {
      beginObject()
      member("id", account.id)
      key("version")
      int(account.version)
      endObject()
    } else {
      null()
    }
    key("facts")
    beginObject()
    for (fact, value) in decision.factValues {
      member(Name(fact), value)
    }
    endObject()
    key("policy")
    beginObject()
    member("name", decision.policyName)
    member("digest", decision.policyDigest.text)
    endObject()
  }

  private mutating func explanation(_ decision: Decision) {
    key("neighbours")
    beginArray()
    for neighbour in decision.neighbours {
      beginObject()
      key("row")
      row(neighbour.row, in: decision.policySources)
      member("fact", neighbour.fact)
      member("value", neighbour.value)
      endObject()
    }
    endArray()
    member("explanation", decision.explanation)
  }

  private mutating func row(_ row: Decision.RowReference, in sources: SourceMap) {
    let file = row.position.file
    beginObject()
    member("id", row.id)
    member("table", row.table)
    member("file", sources.files.indices.contains(file) ? sources.files[file].name : nil)
    key("line")
    int(row.position.line)
    key("column")
    int(row.position.column)
    key("because")
    strings(row.because)
    endObject()
  }
}
