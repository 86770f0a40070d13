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

extension Effect {
  /// Reads an effect in the notation of policies.
  ///
  /// For an invalid value, the initializer reports a finding and returns nil.
  package init?(_ value: JSONValue, in key: String, _ findings: inout JSONFindings) {
    guard let members = value.members else {
      guard let effect = findings.word(value, of: Effect.plainWords, in: key) else { return nil }
      self = effect
      return
    }
    guard let member = members.first, members.count == 1 else {
      findings.report(
        .jsonWrongType, "expected one effect with its argument in " + Name(key).quoted, at: value)
      return nil
    }
    guard
      let index = findings.choice(
        member.keyValue, of: Self.formedWords.map { $0.name.text }, in: key)
    else { return nil }
    let effect: Effect? =
      switch Self.formedWords[index].form {
      case .plain(let effect): effect
      case .kinds: Self.drop(member, &findings)
      case .purpose: Self.sendCode(member, &findings)
      case .label: Self.setLabel(member, &findings)
      case .identifier(let isStored):
        findings.string(member.value, in: member.keyText).map {
          isStored ? .setIdentifier($0) : .clearIdentifier($0)
        }
      }
    guard let effect else { return nil }
    self = effect
  }

  /// The word of each effect without an argument, such as `link`.
  package static let plainWords = JSONWords(
    EffectWord.allCases.compactMap { word in
      if case .plain(let effect) = word.form { effect } else { nil }
    }
  ) { $0.word.text }

  /// The words of the effects that have an argument, such as `send-code`.
  private static let formedWords = EffectWord.allCases.filter { word in
    if case .plain = word.form { false } else { true }
  }

  private static func drop(_ member: JSONMember, _ findings: inout JSONFindings) -> Effect? {
    guard let elements = findings.elements(member.value, in: member.keyText) else { return nil }
    var kinds: [MethodKind] = []
    for element in elements {
      guard let kind = findings.word(element, of: MethodKind.words, in: member.keyText) else {
        return nil
      }
      kinds.append(kind)
    }
    return .drop(kinds)
  }

  private static func sendCode(_ member: JSONMember, _ findings: inout JSONFindings) -> Effect? {
    CodePurpose(member.value, in: member.keyText, &findings).map { .sendCode($0) }
  }

  private static func setLabel(_ member: JSONMember, _ findings: inout JSONFindings) -> Effect? {
    guard let pair = findings.members(member.value, in: member.keyText)?.first else { return nil }
    guard let value = findings.scalarWord(pair.value, in: pair.keyText) else { return nil }
    return .setLabel(name: pair.key, value: Name(value))
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

extension JSONWriter {
  /// Writes an effect in the notation of policies: a word, or an object with the word and its argument.
  package mutating func effect(_ effect: Effect) {
    switch effect.argument {
    case .none: string(effect.word)
    case .list(let names):
      beginObject()
      key(effect.word)
      beginArray()
      for name in names {
        string(name)
      }
      endArray()
      endObject()
    case .word(let name):
      beginObject()
      key(effect.word)
      string(name)
      endObject()
    case .pair(let name, let value):
      beginObject()
      key(effect.word)
      beginObject()
      key(name)
      string(value)
      endObject()
      endObject()
    }
  }
}

extension Ticket {
  /// Reads a ticket that a decision issued.
  ///
  /// The initializer reports each invalid value as a finding, and returns nil only if `policy` or `ask` is missing or
  /// invalid.
  init?(_ part: JSONObjectReader, _ findings: inout JSONFindings) {
    var part = part
    let digest = part.required("policy", &findings)
    let text = digest.flatMap { findings.string($0, in: "policy") }
    let policy = text.flatMap { PolicyDigest(text: $0.text) }
    if let digest, text != nil, policy == nil {
      findings.report(
        .jsonUnknownValue, "expected 64 hexadecimal digits in `policy`", at: digest,
        help: "pass the ticket as the refusal returned it")
    }
    let ask = part.requiredWord("ask", of: Remedy.words, &findings)
    let provider = part.text("provider", &findings)
    let kind = part.word("kind", of: MethodKind.words, &findings)
    let subject = part.text("subject", &findings)
    let address = part.text("address", &findings)
    let account = part.text("account", &findings)
    let tenant = part.text("tenant", &findings)
    let settings = Settings(part.pairs("settings", &findings))
    let action = part.text("action", &findings)
    let row = part.text("row", &findings)
    let inputs = Inputs(part.pairs("inputs", &findings))
    let identifiers = part.accountIdentifiers("identifiers", &findings) ?? []
    part.finish(&findings)
    guard let policy, let ask else { return nil }
    self.init(
      policy: policy, ask: ask, provider: provider, kind: kind, subject: subject,
      address: address, account: account, tenant: tenant, settings: settings, action: action,
      row: row, inputs: inputs, identifiers: identifiers)
  }
}

extension JSONWriter {
  /// Writes a ticket as an object, without nil and empty values.
  mutating func ticket(_ ticket: Ticket) {
    beginObject()
    ticketStart(ticket.policy, ticket.ask)
    member("action", ticket.action)
    member("row", ticket.row)
    ticketContent(ticket)
    members("settings", ticket.settings.values)
    members("inputs", ticket.inputs.values)
    endObject()
  }

  /// Writes the first members of a ticket; these members depend only on the policy and the remedy.
  mutating func ticketStart(_ policy: PolicyDigest, _ ask: Remedy) {
    member("policy", policy.text)
    key("ask")
    string(ask.name)
  }

  /// Writes the ticket members that name the assertion, the account, the tenant and the identifiers.
  mutating func ticketContent(_ ticket: Ticket) {
    furtherMembers(reserving: 256) { output in
      output.text(#","provider":"#, unlessNil: ticket.provider)
      if let kind = ticket.kind {
        output.text(#","kind":"#)
        output.string(kind.name.bytes.span)
      }
      output.text(#","subject":"#, unlessNil: ticket.subject)
      output.text(#","address":"#, unlessNil: ticket.address)
      output.text(#","account":"#, unlessNil: ticket.account)
      output.text(#","tenant":"#, unlessNil: ticket.tenant)
    }
    members("identifiers", ticket.identifiers.map { (name: $0.name, value: $0.value) })
  }

  /// Writes the disclosed values of a decision as the member `told`.
  private mutating func told(_ told: DisclosedValues) {
    key("told")
    beginObject()
    member("account", told.account)
    if let methods = told.methods {
      key("methods")
      strings(methods)
    }
    if let methods = told.addressMethods {
      key("address-methods")
      strings(methods)
    }
    if let providers = told.providers {
      key("providers")
      strings(providers)
    }
    if let credential = told.credential {
      key("credential")
      beginObject()
      member("issuer", credential.issuer)
      member("subject", credential.subject)
      member("kind", credential.kind.name.text)
      endObject()
    }
    if let isRegistered = told.isRegistered {
      key("registered")
      bool(isRegistered)
    }
    endObject()
  }
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
