import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyTestSupport
import LinkPolicyTesting
import Testing

@testable import LinkPolicyExploration
@testable import LinkPolicyReview

@Suite("Explorer")
struct ExplorerTests {
  private static func explored(_ name: String, stores: Int = 400) throws -> Explorer {
    var limits = Explorer.Limits()
    limits.stores = stores
    var explorer = Explorer(try Sketches.policy(name), limits: limits)
    explorer.explore()
    return explorer
  }

  @Test(
    "sequences to rows are as short as those of trying everything",
    arguments: Thoroughness.pick(Sketches.tiny, orElse: ["reset-with-code"]))
  func shortest(name: String) throws {
    let explorer = try Self.explored(name)
    let numbers = RowNumbers(explorer.policy)
    let depth = name == "reset-with-code" ? Thoroughness.pick(3, orElse: 2) : 2
    let brute = BruteSearch(explorer, depth: depth)
    #expect(brute.lengths.count > 5)
    for number in 0..<numbers.count {
      let found = explorer.shortestSequence { table, _, source in
        numbers.number(source, table: table) == number
      }
      if let length = brute.lengths[number] {
        #expect(found?.steps.count == length, "\(numbers.names[number].text)")
      } else {
        #expect(found.map { $0.steps.count > depth } ?? true, "\(numbers.names[number].text)")
      }
    }
  }

  @Test("what is found is what happens when it is played", arguments: Sketches.all)
  func real(name: String) throws {
    let explorer = try Self.explored(name, stores: 40)
    let policy = explorer.policy
    for number in explorer.situations.indices {
      let situation = explorer.situations[number]
      for outcome in situation.outcomes {
        let sequence = explorer.sequence(to: number, outcome.combination)
        let played = sequence.play(policy)
        let isSame = played.last?.decision?.source == outcome.source
        #expect(isSame && played.count == sequence.steps.count, "\(name) \(number)")
      }
    }
    let count = explorer.situations.count
    #expect(count > 10)
  }

  @Test("the same seed finds the same, another seed other representatives")
  func seeds() throws {
    let policy = try Sketches.policy("explicit-link")
    let texts = [UInt64(1), 1, 2].map { seed in
      var limits = Explorer.Limits()
      limits.stores = 30
      var explorer = Explorer(policy, limits: limits, seed: seed)
      explorer.explore()
      return SequenceGenerator(explorer).sequences(for: .rows).map {
        SequenceVector($0, under: policy, named: "p", prefix: "t", answers: .none).json.line
      }
    }
    #expect(texts[0] == texts[1])
    #expect(texts[0] != texts[2])
  }

  @Test("nothing but the limit of stores ends a search early, and it says so")
  func bounds() throws {
    var limits = Explorer.Limits()
    limits.stores = 5
    var explorer = Explorer(try Sketches.policy("supabase"), limits: limits)
    explorer.explore()
    let ending = (explorer.expanded, explorer.isDone, explorer.isComplete)
    #expect(ending == (5, true, false))
    var stopped = Explorer(try Sketches.policy("supabase"))
    stopped.explore { $0.expanded < 3 }
    let stop = (stopped.expanded, stopped.isDone)
    #expect(stop == (3, false))
  }

  @Test("representatives are one of each class, with a twin in the largest")
  func representatives() throws {
    let found = Representatives(of: [try Sketches.policy("explicit-link")])
    #expect(found.providers.count { $0.isTwin } <= 1)
    #expect(Set(found.providers.map { $0.id }).count == found.providers.count)
    #expect(Set(found.providers.map { $0.letter }).count == found.providers.count)
    #expect(found.domains == ["example.com", "gmail.com", "privaterelay.appleid.com"])
  }
}

/// Tries every sequence up to a length, merging no stores: what rows are decided at which length.
private struct BruteSearch {
  private(set) var lengths: [Int: Int] = [:]
  private let explorer: Explorer
  private let numbers: RowNumbers

  init(_ explorer: Explorer, depth: Int) {
    self.explorer = explorer
    numbers = RowNumbers(explorer.policy)
    search(Accounts(), 1, depth)
  }

  private mutating func search(_ accounts: Accounts, _ length: Int, _ depth: Int) {
    guard length <= depth else { return }
    for wait in [true, false] {
      var aged = accounts
      if wait { aged.ageSessions() } else { aged.expireCodes() }
      search(aged, length + 1, depth)
    }
    let names = StoreNames(accounts)
    for pattern in explorer.patterns {
      var attempts: [ExploredAttempt] = []
      explorer.maker.attempts(of: pattern, in: names) { attempts.append($0) }
      for attempt in attempts {
        for isChecked in [false, true] where !isChecked || pattern.kind == .password {
          for combination in Modification.all(
            of: pattern.structural + pattern.modifiers(isChecked: isChecked))
          {
            var step = attempt
            combination.set(pattern.structural + pattern.modifiers(isChecked: isChecked), in: &step)
            if isChecked, combination.choices.last == 0 {
              step.attempt.assertion?.secret = .right
            }
            perform(step, accounts, length, depth)
          }
        }
      }
    }
  }

  private mutating func perform(
    _ step: ExploredAttempt, _ accounts: Accounts, _ length: Int, _ depth: Int
  ) {
    let policy = explorer.policy
    guard
      let situation = try? accounts.situation(
        for: step.attempt, by: step.caller, under: policy.policy),
      let decision = try? policy.decide(step.attempt, in: situation)
    else { return }
    if let number = numbers.number(of: decision) {
      lengths[number] = min(lengths[number] ?? length, length)
    }
    guard !decision.effects.isEmpty else { return }
    var changed = accounts
    guard (try? changed.apply(decision)) != nil else { return }
    search(changed, length + 1, depth)
  }
}
