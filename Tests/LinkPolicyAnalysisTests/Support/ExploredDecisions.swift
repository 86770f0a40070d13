import LinkPolicyPresets
import LinkPolicyPresetsYAML
import LinkPolicyTestSupport

@testable import LinkPolicy
@testable import LinkPolicyAnalysis

/// Decisions about stores that sequences lead to, for whatever is tried on many situations.
enum ExploredDecisions {
  typealias Sample = (decision: Decision, store: Accounts)

  /// Made once, for that takes longest.
  static let all = Result { try made() }

  /// `firebase` with a label of accounts and one of methods, which no row tests.
  static func labelled() throws -> CompiledPolicy {
    var document = try Presets.compiled(named: "firebase").document
    for (name, bearer) in [("tier", LabelDeclaration.Bearer.account), ("strength", .method)] {
      document.labels.append(
        LabelDeclaration(
          Located(Name(name)), values: [Located("plain"), Located("staff")], bearer: bearer))
    }
    return try CompiledPolicy(document)
  }

  private static func made() throws -> [Sample] {
    let policy = try labelled()
    var limits = Explorer.Limits()
    limits.stores = Thoroughness.pick(20, orElse: 12)
    var explorer = Explorer(policy, limits: limits)
    explorer.explore()
    var found: [Sample] = []
    for store in explorer.stores.prefix(60) {
      for step in explorer.steps(in: store.accounts) {
        guard case .attempt(let attempt) = step,
          let situation = try? store.accounts.situation(
            for: attempt.attempt, by: attempt.caller, under: policy.policy),
          let decision = try? policy.decide(attempt.attempt, in: situation)
        else { continue }
        found.append((decision, store.accounts))
      }
    }
    return found
  }
}
