import LinkPolicy
import LinkPolicyAuthoring

/// A run of random episodes under one policy.
struct HuntRun {
  /// How long it goes on, and with which numbers.
  struct Limits {
    /// The most steps that are taken.
    var steps = 1_000_000
    var seed: UInt64 = 1
    /// Whether the first break ends it.
    var stopsAtBreak = false
  }

  /// What was found of one sort.
  struct Found {
    /// The steps that had been taken when the first was found.
    var after: Int
    var count = 1
    /// The shortest.
    var shortest: Episode
  }

  /// The most breaks of one sort that are made short; what comes later is counted.
  private static var shrunkEach: Int { 40 }
  private static var longest: Int { 10 }

  /// The steps taken, those that could not be made left out.
  private(set) var steps = 0
  /// How many of them the policy allowed.
  private(set) var allowed = 0
  private(set) var episodes = 0
  /// What was found, by invariant.
  private(set) var found: [Break: Found] = [:]
  let game: Game

  init(_ policy: CompiledPolicy, _ limits: Limits) {
    let ground = Ground(policy)
    game = Game(ground)
    var random = RandomNumbers(seed: limits.seed)
    while steps < limits.steps, !(limits.stopsAtBreak && !found.isEmpty) {
      playEpisode(ground, &random)
    }
  }

  private mutating func playEpisode(_ ground: Ground, _ random: inout RandomNumbers) {
    let maker = StepMaker(ground: ground, mood: Mood(ground, &random))
    var world = World(maker.mood.site)
    var taken: [Step] = []
    let length = 3 + random.below(Self.longest - 2)
    // What cannot be done is thought of again, but not for ever.
    var thoughts = length * 6
    episodes += 1
    while taken.count < length, thoughts > 0 {
      thoughts -= 1
      guard let step = maker.step(taken.count, in: world, &random),
        let played = game.play(step, in: &world)
      else { continue }
      taken.append(step)
      steps += 1
      allowed += played.outcome?.decision.isAllowed ?? false ? 1 : 0
      guard !played.broken.isEmpty else { continue }
      for broken in played.broken {
        note(Episode(site: world.site, steps: taken, broken: broken))
      }
      return
    }
  }

  private mutating func note(_ episode: Episode) {
    guard var before = found[episode.broken] else {
      found[episode.broken] = Found(after: steps, shortest: episode.shrunk(in: game))
      return
    }
    before.count += 1
    if before.count <= Self.shrunkEach {
      let shrunk = episode.shrunk(in: game)
      if shrunk.steps.count < before.shortest.steps.count {
        before.shortest = shrunk
      }
    }
    found[episode.broken] = before
  }

  /// What was found, in the order of the invariants.
  var breaks: [(broken: Break, found: Found)] {
    Break.allCases.compactMap { broken in found[broken].map { (broken, $0) } }
  }
}
