import Foundation
import LinkPolicy
import LinkPolicyPresets
import LinkPolicyPresetsYAML
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

@Suite("Closure of accounts")
struct AccountClosureTests {
  @Test("dev")
  func dev() throws {
    let assumptions = try Assumptions(Presets.assumptions, name: "default.yaml", isStrict: false)
    let env = ProcessInfo.processInfo.environment
    for path in (env["POLICIES"] ?? "hardened firebase firebase-emulator").split(separator: " ") {
      let policy: CompiledPolicy
      if path.contains("/") {
        policy = try CompiledPolicy(
          yaml: Array(try Data(contentsOf: URL(fileURLWithPath: String(path)))), name: String(path),
          finder: Presets.finder)
      } else {
        policy = try Presets.compiled(named: String(path))
      }
      let start = ContinuousClock.now
      let tables = policy.storage.tables.indices.map { AnswerTable($0, of: policy) }
      let made = ContinuousClock.now
      var environment = ProofEnvironment()
      for given in (env["SWITCHES"] ?? "").split(separator: " ") {
        let parts = given.split(separator: "=")
        _ = environment.set(String(parts[0]), String(parts[1]))
      }
      var exclusions = Exclusion.usual
      for given in (env["WITHOUT"] ?? "").split(separator: " ") {
        exclusions.remove(Exclusion(rawValue: Int(given)!)!)
      }
      let domains = ProofActors.all(of: policy, under: assumptions, in: environment).map {
        $0.domain
      }
      var text = ""
      var total = (0, 0, 0)
      for domain in domains {
        if let only = env["DOMAIN"], only != domain { continue }
        let model = try AdversaryModel(
          policy, domain: domain, under: assumptions, in: environment, excluding: exclusions)
        let proof = AccessProof(model, tables, wanted: Set(AccessProof.decided))
        let closure = proof.closure
        for (invariant, causes) in closure.breaches {
          for cause in causes {
            print(
              "!!", invariant.id, cause.attempt, cause.needed.map { closure.table[$0].text },
              closure.tables[cause.attempt.table].example(of: cause.answer, where: cause.limits)
                as Any, cause.state as Any)
          }
        }
        for (invariant, story) in proof.stories {
          print("@@", path.split(separator: "/").last!, domain, invariant.id, story.steps.count)
          if env["STORY"] == invariant.id {
            for step in story.steps {
              print("    ", step.content, step.decision?.source as Any)
            }
          }
        }
        let check = AccessCheck(model)
        total = (
          total.0 + closure.states.count, total.1 + closure.expansions, total.2 + closure.moves
        )
        var broken: Set<String> = []
        for state in closure.states {
          let found = check.broken(state, closure.table).map { $0.id }
          broken.formUnion(found)
          if env["SHOW"] == domain, !found.isEmpty {
            print(
              state.key.text, found,
              state.holdings.values.map { closure.table[$0].text }.joined(separator: " "))
          }
        }
        text +=
          " " + domain + ":" + broken.sorted().joined(separator: ",")
          + closure.breaches.keys.map { "," + $0.id }.joined()
      }
      print(
        "##", path.split(separator: "/").last!, total, made - start, ContinuousClock.now - made,
        text)
    }
  }
}
