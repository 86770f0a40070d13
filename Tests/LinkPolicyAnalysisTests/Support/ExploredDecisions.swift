import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyExploration

/// Decisions about stores that sequences lead to, for whatever is tried on many situations.
enum ExploredDecisions {
  typealias Sample = (decision: Decision, store: Accounts)

  /// Made once, for that takes longest.
  static let all = Result { try made(labelled()) }

  /// A shipped policy, or one of the project by its path.
  static func policy(_ name: String) throws -> CompiledPolicy {
    guard name.hasSuffix(".yaml") else { return try Presets.compiled(named: name) }
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return try CompiledPolicy(yamlFile: "/" + root + "/" + name)
  }

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

  /// Decisions of a policy about stores that sequences lead to under it.
  static func made(_ policy: CompiledPolicy) throws -> [Sample] {
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
