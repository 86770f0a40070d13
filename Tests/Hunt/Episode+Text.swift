import LinkPolicy

extension Episode {
  /// The episode as numbered lines, a step in each, with what decided it and what came of it.
  func lines(in game: Game) -> [String] {
    var world = World(site)
    return steps.enumerated().map { place, step in
      let played = game.play(step, in: &world)
      return "\(place + 1). " + Self.text(step, in: world) + " -> " + Self.text(played)
    }
  }

  private static func text(_ step: Step, in world: World) -> String {
    guard case .attempt(let made) = step.deed else {
      if case .sessionsAge = step.deed { return "sessions become old" }
      return "codes run out"
    }
    let attempt = made.attempt
    var words = [made.person.word + ":", attempt.action.name]
    if let assertion = attempt.assertion {
      words.append(assertion.provider)
      words += [assertion.kind?.name.text, assertion.subject].compactMap { $0 }
      for record in assertion.addresses {
        let claims = record.claims.map { "\($0.name)=\(text($0.value))" }
        words.append(
          record.email + (claims.isEmpty ? "" : " (" + claims.joined(separator: " ") + ")"))
      }
      words += unusual(assertion)
    }
    words += [attempt.address].compactMap { $0 }
    words += attempt.identifiers.map { $0.name + "=" + $0.value }
    if attempt.hasConsent {
      words.append("consent")
    }
    if let step = made.session, let place = world.sessions.firstIndex(where: { $0.step == step }) {
      words.append("in s\(place + 1)")
    }
    switch made.code {
    case .none: break
    case .unknown: words.append("code unknown")
    case .mailed(let step, let place):
      let index = world.mails.firstIndex { $0.step == step && $0.place == place }
      words.append("code c\(index.map { $0 + 1 } ?? 0)")
    }
    words += attempt.tenant.map { ["tenant " + $0] } ?? []
    words += made.settings.map { $0.name + "=" + $0.value }
    words += attempt.inputs.values.map { $0.name + "=" + $0.value }
    if let step = made.ticket, let place = world.tickets.firstIndex(where: { $0.step == step }) {
      words.append("with ticket t\(place + 1)")
    }
    words += made.isMethodEnabled ? [] : ["method off"]
    return words.joined(separator: " ")
  }

  private static func unusual(_ assertion: Assertion) -> [String] {
    var words: [String] = []
    if assertion.origin == .returned {
      words.append("returned")
    }
    switch assertion.connection {
    case .bound: words.append("bound")
    case .unbound: words.append("unbound")
    case .none: break
    }
    return words
  }

  private static func text(_ value: ClaimValue) -> String {
    switch value {
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .string(let name), .number(let name): name.text
    case .null: "null"
    }
  }

  private static func text(_ played: Game.Played?) -> String {
    guard let played else { return "cannot be made" }
    guard let outcome = played.outcome else { return "time passes" }
    var words = [outcome.decision.isAllowed ? "allowed" : "refused"]
    if let row = outcome.decision.row {
      words.append(row.table + "/" + row.id)
    }
    words += [outcome.applied?.account ?? outcome.decision.account?.id, outcome.applied?.session]
      .compactMap { $0 }
    for event in outcome.applied?.events ?? [] {
      if case .codeMailed(let id, _, let address) = event {
        words.append(id + " to " + address)
      }
    }
    if let ticket = outcome.decision.ticket {
      words.append("with a ticket for " + ticket.ask.name.text)
    }
    if let right = outcome.decision.attempt.assertion?.secret, right == .right {
      words.append("by his password")
    }
    return words.joined(separator: " ")
  }
}
