import LinkPolicy
import LinkPolicyPresets
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

@Suite("Domains of the owner's address")
struct OwnersDomainsTests {
  private static func domains(
    _ policy: CompiledPolicy, in environment: ProofEnvironment = ProofEnvironment()
  ) throws -> OwnersDomains {
    let assumptions = try Assumptions(
      Presets.assumptions, name: "default.yaml", isStrict: false)
    return OwnersDomains(policy: policy, assumptions: assumptions, environment: environment)
  }

  @Test("one domain stands for each class that policy and assumptions tell apart")
  func domains() throws {
    let firebase = try Self.domains(Presets.compiled(named: "firebase")).all
    #expect(
      firebase == [
        "example.com", "gmail.com", "yahoo.com", "outlook.com", "privaterelay.appleid.com",
      ])
    let policy = try Presets.compiled(named: "hardened")
    let hardened = try Self.domains(policy).all
    #expect(hardened == firebase + ["icloud.com"], "it trusts Apple there alone")
    var environment = ProofEnvironment()
    environment.reassigned = .before
    let reassigned = try Self.domains(policy, in: environment).all
    #expect(reassigned == hardened + ["googlemail.com"], "Google remembers elsewhere")
  }

  @Test("one provider stands for all that nothing tells apart")
  func providers() throws {
    let names = try Self.domains(Presets.compiled(named: "firebase"))
    #expect(names.providers(at: "example.com").contains { $0.first == "apple.com" })
    let gmail = names.providers(at: "gmail.com")
    #expect(gmail.contains(["google.com"]))
    let likeFacebook = try #require(gmail.first { $0.first == "facebook.com" })
    #expect(likeFacebook.contains("twitter.com"))
  }
}
