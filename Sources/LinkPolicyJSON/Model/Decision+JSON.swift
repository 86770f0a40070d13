public import LinkPolicy

extension Decision {
  /// Returns the decision as JSON; omits absent parts, such as the ticket, but writes a missing row or account as
  /// `null`.
  ///
  /// - Parameter isExplained: whether to add the neighbors of the deciding row, each with its first failed
  ///   condition, and the explanation as text.
  /// - Returns: one JSON object.
  public func json(isExplained: Bool = false) -> [UInt8] {
    var writer = JSONWriter()
    writer.decision(self, isExplained: isExplained)
    return writer.take()
  }
}

extension Decision.Outcome {
  /// The outcome as a word: `allowed`, or the name of the error in the policy.
  package var word: String {
    switch self {
    case .allowed: "allowed"
    case .refused(let refusal): refusal.code
    }
  }
}

extension JSONWriter {
  /// Writes a decision as an object with the selected fields.
  ///
  /// - Parameters:
  ///   - decision: the decision.
  ///   - fields: the members to write.
  ///   - isExplained: whether to add the neighbors of the deciding row and the explanation.
  ///   - fragments: the rendered parts of a policy's rows and facts. If this is nil or another policy decided, the
  ///     writer renders everything.
  package mutating func decision(
    _ decision: Decision, _ fields: DecisionFields = .all, isExplained: Bool = false,
    from fragments: DecisionFragments? = nil
  ) {
    let fragments = fragments.flatMap { $0.belong(to: decision) ? $0 : nil }
    let place = fragments?.place(of: decision)
    beginObject()
    for field in DecisionField.allCases where fields.contains(field) {
      if let fragments, let place {
        member(field, of: decision, from: fragments, at: place)
      } else {
        member(field, of: decision, from: fragments)
      }
    }
    if isExplained {
      explanation(decision)
    }
    endObject()
  }

  /// Writes one field of a decision by a row or guard, mostly from rendered fragments.
  private mutating func member(
    _ field: DecisionField, of decision: Decision, from fragments: DecisionFragments,
    at place: DecisionFragments.RowFragments
  ) {
    switch field {
    case .outcome: rendered(fragments[place.outcome])
    case .effects: rendered(fragments[place.effects])
    case .ask: rendered(fragments[place.ask])
    case .tell:
      guard !place.tell.isEmpty else { return }
      rendered(fragments[place.tell])
      told(decision.disclosed)
    case .row: rendered(fragments[place.row])
    case .ticket, .notes, .changes, .account, .facts, .policy:
      member(field, of: decision, from: fragments)
    }
  }

  /// Writes a field of a decision, from rendered fragments if possible.
  private mutating func member(
    _ field: DecisionField, of decision: Decision, from fragments: DecisionFragments?
  ) {
    switch field {
    case .outcome: outcome(decision.answer)
    case .effects: effects(decision.effects)
    case .ask: ask(decision.ask)
    case .tell:
      let disclosures = decision.tell
      guard !disclosures.isEmpty else { return }
      tell(disclosures)
      told(decision.disclosed)
    case .ticket:
      if let fragments {
        guard let ticket = decision.ticketOfAttempt, let place = fragments.place(of: decision)
        else {
          return
        }
        key("ticket")
        fragments.write(ticket, of: place, for: decision.facts, to: &self)
      } else {
        guard let ticket = decision.ticket else { return }
        key("ticket")
        self.ticket(ticket)
      }
    case .notes: notes(decision.notes)
    case .changes:
      key("changes")
      changes(decision.changes)
    case .row: row(decision.row, in: decision.policySources)
    case .account: account(decision.account)
    case .facts: facts(decision, from: fragments)
    case .policy:
      if let fragments {
        rendered(fragments.policy)
      } else {
        policy(named: decision.policyName, decision.policyDigest)
      }
    }
  }

  /// Writes the outcome, the error with its platform names, and, if different, the outcome shown to the client.
  mutating func outcome(_ answer: PolicyAnswer) {
    let outcome = answer.outcome
    if case .refused(let refusal) = outcome {
      member("outcome", "refused")
      member("error", refusal.code)
      members("names", refusal.names.map { (name: $0.platform, value: $0.name) })
    } else {
      member("outcome", "allowed")
    }
    let shown = answer.shown.word
    if !shown.hasSameBytes(as: outcome.word) {
      member("shown", shown)
    }
  }

  /// Writes the effects, in order, as the member `effects`.
  mutating func effects(_ effects: [Effect]) {
    key("effects")
    beginArray()
    for effect in effects {
      self.effect(effect)
    }
    endArray()
  }

  /// Writes the member `ask`; writes nothing if the caller has no further step to take.
  mutating func ask(_ remedy: Remedy?) {
    guard let remedy else { return }
    key("ask")
    string(remedy.name)
  }

  /// Writes the names of the permitted disclosures; writes nothing if the row permits no disclosure.
  mutating func tell(_ disclosures: [Disclosure]) {
    guard !disclosures.isEmpty else { return }
    key("tell")
    beginArray()
    for disclosure in disclosures {
      string(disclosure.name)
    }
    endArray()
  }

  private mutating func notes(_ notes: [DecisionNote]) {
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

  /// Writes the deciding row or guard as the member `row`; the member is `null` if neither a row nor a guard decided.
  mutating func row(_ row: Decision.RowReference?, in sources: SourceMap) {
    key("row")
    if let row {
      self.row(row, in: sources)
    } else {
      null()
    }
  }

  private mutating func account(_ account: Decision.Subject?) {
    key("account")
    guard let account else {
      null()
      return
    }
    composed(reserving: account.id.utf8.count &+ 32) { output in
      output.text(#"{"id":"#, account.id)
      output.text(#","version":"#, account.version)
      output.text("}")
    }
  }

  private mutating func facts(_ decision: Decision, from fragments: DecisionFragments?) {
    key("facts")
    beginObject()
    if let fragments {
      fragments.write(decision.facts, to: &self)
    } else {
      for (fact, value) in decision.factValues {
        member(fact, value)
      }
    }
    endObject()
  }

  /// Writes the policy that decided as the member `policy`.
  mutating func policy(named name: String, _ digest: PolicyDigest) {
    key("policy")
    beginObject()
    member("name", name)
    member("digest", digest.text)
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

extension Remedy {
  /// The JSON word of each remedy, such as `consent`.
  package static let words = JSONWords(allCases) { $0.name.text }
}

extension Disclosure {
  /// The JSON word of each disclosure, such as `methods`.
  package static let words = JSONWords(allCases) { $0.name.text }
}

extension InputError.Reason {
  /// The JSON word of each reason for an input error, such as `missing`.
  package static let words: JSONWords<InputError.Reason> = [
    "action-not-offered": .actionNotOffered, "kind-not-offered": .kindNotOffered,
    "missing": .missing, "unexpected": .unexpected, "malformed-address": .malformedAddress,
    "undeclared": .undeclared, "malformed-ticket": .malformedTicket,
    "contradiction": .contradiction,
    "unanswered": .unanswered, "torn": .torn, "too-long": .tooLong,
  ]

  /// The name of the reason in JSON and in vectors, such as `missing`.
  public var word: Name {
    switch self {
    case .actionNotOffered: "action-not-offered"
    case .kindNotOffered: "kind-not-offered"
    case .missing: "missing"
    case .unexpected: "unexpected"
    case .malformedAddress: "malformed-address"
    case .undeclared: "undeclared"
    case .malformedTicket: "malformed-ticket"
    case .contradiction: "contradiction"
    case .unanswered: "unanswered"
    case .torn: "torn"
    case .tooLong: "too-long"
    }
  }
}

extension Policy {
  /// Returns an answer of this policy as JSON, with only those members of a decision that the row or guard determines.
  package func json(of answer: PolicyAnswer) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.outcome(answer)
    writer.effects(answer.effects)
    writer.ask(answer.ask)
    writer.tell(answer.tell)
    writer.row(answer.row, in: sources)
    writer.endObject()
    return writer.take()
  }
}
