import LinkPolicy

/// Steps that lead to a break, from an empty store.
struct Episode {
  let site: Mailboxes
  var steps: [Step]
  let broken: Break

  /// Whether the steps, played from an empty store, end in the break.
  static func breaks(
    _ steps: [Step], at site: Mailboxes, _ broken: Break, in game: Game
  ) -> Bool {
    var world = World(site)
    for (place, step) in steps.enumerated() {
      guard let played = game.play(step, in: &world) else { return false }
      if played.broken.contains(broken) {
        return place == steps.count - 1
      }
    }
    return false
  }

  /// The episode without what the break does not need: steps first, then what is unusual about those
  /// that are left.
  func shrunk(in game: Game) -> Episode {
    var episode = self
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for place in episode.steps.indices.dropLast().reversed() {
        var steps = episode.steps
        steps.remove(at: place)
        if Self.breaks(steps, at: site, broken, in: game) {
          episode.steps = steps
          hasChanged = true
        }
      }
    }
    for place in episode.steps.indices {
      for plainer in Self.plainer {
        var steps = episode.steps
        guard case .attempt(var made) = steps[place].deed else { continue }
        plainer(&made)
        steps[place].deed = .attempt(made)
        if Self.breaks(steps, at: site, broken, in: game) {
          episode.steps = steps
        }
      }
    }
    return episode
  }

  /// The ways to make an attempt more usual.
  private static var plainer: [(inout Step.Made) -> Void] {
    [
      { $0.settings = [] },
      { $0.isMethodEnabled = true },
      { $0.attempt.tenant = nil },
      { $0.attempt.inputs = Inputs() },
      { $0.ticket = nil },
      { $0.attempt.hasConsent = false },
      { $0.attempt.assertion?.connection = .none },
      { $0.attempt.assertion?.origin = .fresh },
      { made in
        for place in made.attempt.assertion?.addresses.indices ?? 0..<0 {
          made.attempt.assertion?.addresses[place].claims = []
        }
      },
    ]
  }
}
