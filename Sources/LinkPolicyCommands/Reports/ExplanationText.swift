internal import LinkPolicy
internal import LinkPolicyJSON

/// The explanation of one answer, in lines for people.
struct ExplanationText {
  private(set) var lines: [String] = []

  init(_ line: RequestRun.AnsweredLine) {
    var place = line.file + ":" + String(line.number) + ": "
    if let id = line.answer.id.token {
      place += "id " + Name(bytes: id).quoted + ": "
    }
    switch line.answer.content {
    case .decision(let decision):
      lines.append(place + Self.word(decision.outcome))
      addAnswer(decision)
      addFacts(decision)
      addNeighbours(decision)
    case .lookup(let lookup):
      lines.append(place + "fetch these rows from the store")
      add(lookup)
    case .claims(let answer):
      lines.append(place + "an assertion")
      add(answer)
    case .error(let error):
      lines.append(place + "cannot be answered (" + error.code.rawValue + "): " + error.message)
    }
  }

  private mutating func add(_ lookup: Lookup) {
    if let credential = lookup.credential {
      let key = credential.kind.name.text + " " + credential.subject
      add("credential", key + " of " + credential.issuer)
    }
    for address in lookup.addresses {
      let place = lookup.pool == ["*"] ? "" : " among " + lookup.pool.joined(separator: ", ")
      add("address", address + ", held by " + lookup.heldBy.word + place)
    }
    for identifier in lookup.identifiers {
      add("identifier", identifier.name + " `" + identifier.value + "`")
    }
    if let session = lookup.session {
      add("session", session)
    }
    if let target = lookup.target {
      add("target", target)
    }
    if let code = lookup.code {
      add("code", code + (lookup.bringsAddress ? ", which provides the address" : ""))
    }
    if lookup.asksMethod {
      add(
        "method",
        lookup.asksDisabledMethods ? "which methods are disabled" : "whether the method is enabled")
    }
    if let tenant = lookup.tenant {
      add("tenant", tenant)
    }
  }

  private mutating func add(_ answer: ClaimsAnswer) {
    let assertion = answer.assertion
    add("provider", assertion.provider)
    if let subject = assertion.subject {
      add("subject", subject)
    }
    for address in assertion.addresses {
      add("address", address.email)
    }
    add("nonce", assertion.nonce.word.text)
    add("checked", answer.checked.joined(separator: ", "))
    add("unchecked", answer.unchecked.joined(separator: ", "))
    for note in answer.notes {
      add("omitted", note.claim + ", because " + note.reason)
    }
    if !answer.undeclared.isEmpty {
      add("undeclared", answer.undeclared.joined(separator: ", "))
    }
  }

  private static func word(_ outcome: Decision.Outcome) -> String {
    switch outcome {
    case .allowed: "allowed"
    case .refused(let refusal): "refused with " + refusal.code
    }
  }

  private mutating func addAnswer(_ decision: Decision) {
    add("by", decision.explanation)
    if let row = decision.refusedRow {
      add("prevents", decision.policySources.describe(row.position) + " row " + row.id)
    }
    let shown = Self.word(decision.shown)
    if shown != Self.word(decision.outcome) {
      add("shown", shown)
    }
    if !decision.effects.isEmpty {
      add("effects", decision.effects.map { $0.text }.joined(separator: ", "))
    }
    if let ask = decision.ask {
      add("asks for", ask.name.text)
    }
    if !decision.tell.isEmpty {
      add("may tell", decision.tell.map { $0.name.text }.joined(separator: ", "))
    }
    if let account = decision.account {
      add("account", account.id + " at version " + String(account.version))
    }
  }

  private mutating func addFacts(_ decision: Decision) {
    let facts = decision.factValues
    let width = facts.reduce(0) { max($0, $1.fact.unicodeScalars.count) }
    guard !facts.isEmpty else { return }
    lines.append("  facts:")
    for (fact, value) in facts {
      lines.append("    " + Columns.pad(fact, to: width) + "  " + value)
    }
  }

  private mutating func addNeighbours(_ decision: Decision) {
    let neighbours = decision.neighbours
    let width = neighbours.reduce(0) { max($0, $1.row.id.unicodeScalars.count) }
    guard let table = neighbours.first?.row.table else { return }
    lines.append("  other rows of " + table + ":")
    for neighbour in neighbours {
      var reason = "was not evaluated, because an earlier row or guard decided"
      if let fact = neighbour.fact, let value = neighbour.value {
        reason = "does not match, because " + fact + " is " + value
      } else if decision.refusedRow?.id == neighbour.row.id {
        reason = "matches, but the deciding guard refuses an effect of the row"
      }
      lines.append("    " + Columns.pad(neighbour.row.id, to: width) + "  " + reason)
    }
  }

  private mutating func add(_ title: String, _ text: String) {
    lines.append("  " + Columns.pad(title + ":", to: 11) + " " + text)
  }
}
