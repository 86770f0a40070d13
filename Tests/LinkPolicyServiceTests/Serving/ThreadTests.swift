import Foundation
import LinkPolicy
import LinkPolicyService
import Synchronization
import Testing

@Suite("Threads decide while policies are replaced")
struct ThreadTests {
  /// What threads have seen.
  private struct Seen {
    var wrong: [String] = []
    var counts: [PolicyDigest: Int] = [:]
  }

  /// Runs work on threads of its own, and waits for all of them.
  private func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    let ended = DispatchSemaphore(value: 0)
    for number in 0..<count {
      Thread {
        work(number)
        ended.signal()
      }.start()
    }
    for _ in 0..<count {
      ended.wait()
    }
  }

  @Test("each decision is wholly by one of the two policies")
  func atomic() throws {
    let open = try Sample.policy("open")
    let shut = try Sample.policy("shut", refuses: true)
    let holder = try PolicyHolder(open)
    try holder.setShadow(shut)
    let tenants = TenantPolicies(others: holder)
    let seen = Mutex(Seen())
    let isOver = Atomic(false)
    // Eight threads decide; a ninth goes back and forth between the two.
    onThreads(9) { number in
      if number == 8 {
        for round in 0..<2_000 {
          do {
            let (policy, shadow) = round.isMultiple(of: 2) ? (shut, open) : (open, shut)
            try holder.replace(with: policy)
            try holder.setShadow(shadow)
          } catch {
            seen.withLock { $0.wrong.append("not replaced: \(error)") }
          }
        }
        isOver.store(true, ordering: .releasing)
        return
      }
      var own = Seen()
      var rounds = 0
      while !isOver.load(ordering: .acquiring) || rounds < 200 {
        rounds += 1
        let attempt = Sample.attempt()
        let served = tenants.current(for: attempt)
        do {
          let asked = try Sample.stranger(attempt, under: served.policy)
          var compared: ShadowComparison?
          let decision = try served.decide(asked) { compared = $0 }
          let isOpen = decision.policyDigest == open.digest
          let isWhole =
            decision.policyDigest == served.policy.digest
            && decision.row?.id == (isOpen ? "open" : "shut") && decision.isAllowed == isOpen
            && decision.changes.writes.isEmpty != isOpen
            && compared?.current.policyDigest == decision.policyDigest
            && compared?.shadowDigest == served.shadow?.digest
          if !isWhole { own.wrong.append(decision.explanation) }
          own.counts[decision.policyDigest, default: 0] += 1
        } catch {
          own.wrong.append("\(error)")
        }
      }
      seen.withLock { all in
        all.wrong += own.wrong
        all.counts.merge(own.counts) { $0 + $1 }
      }
    }
    let result = seen.withLock { $0 }
    #expect(result.wrong == [])
    #expect(result.counts.values.reduce(0, +) >= 8 * 200)
    #expect(Set(result.counts.keys).isSubset(of: [open.digest, shut.digest]))
  }

  @Test("of several replacements that need a look at the store, one is made")
  func races() throws {
    let old = try Sample.policy()
    let holder = try PolicyHolder(old)
    let others = try (0..<8).map { number in
      try Sample.policy(
        "row-\(number)",
        addresses: number < 4 ? "{fold: [case, dots]}" : "{fold: [case, plus-tags]}")
    }
    let replaced = Mutex<[PolicyDigest]>([])
    onThreads(8) { number in
      let new = others[number]
      let looked = StoreExamination(ofStoreUnder: old.digest, for: new.digest)
      do throws(PolicyRefusal) {
        let before = try holder.replace(with: new, examined: looked)
        // Among those with the same rules no look is needed, so that several may follow each other.
        replaced.withLock { $0.append(before.digest) }
      } catch {
        #expect(error.message.contains("examine"))
      }
    }
    let before = replaced.withLock { $0 }
    #expect(before.count { $0 == old.digest } == 1)
    #expect((1...4).contains(before.count))
  }
}
