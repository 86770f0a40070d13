import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicyProof

@Suite("Names that a proof is played with")
struct PlayedNamesTests {
  /// A policy in which anybody's word about an address opens its account.
  private static let text = """
    linkpolicy: 1
    name: open
    domains: {own: [example.com]}
    providers:
      "saml.*": {kind: federated}
    decisions:
      sign-in.federated:
        rows:
          - {id: returning, credential: known,  do: [sign-in]}
          - {id: broken,    credential: broken, refuse: no}
          - given: {credential: new}
            rows:
              - {id: first,  address: [absent, free], do: [create, sign-in]}
              - {id: join,   domain: {not: own}, address: taken, do: [replace-subject, sign-in]}
              - {id: closed, domain: own, address: taken, refuse: no}
    errors: {no: {}}

    """

  private static func open(_ edit: (String, String) = ("", "")) throws -> CompiledPolicy {
    let edited = edit.0.isEmpty ? text : text.split(separator: edit.0).joined(separator: edit.1)
    return try CompiledPolicy(yaml: Array(edited.utf8), name: "open.yaml")
  }

  private static func isBroken(_ policy: CompiledPolicy, _ assertions: String) throws -> Bool {
    let text = "assume: 1\nassertions:\n" + assertions
    let assumptions = try Assumptions(Array(text.utf8), name: "assume.yaml", isStrict: true)
    var options = Proof.Options()
    options.invariants = ["I8"]
    return !Proof(policy, under: assumptions, in: assumptions.environment, options)
      .counterexamples.isEmpty
  }

  @Test("a member of a family that a row names is played beside the others")
  func members() throws {
    let owners = "  - {provider: \"saml.*\", who: owner}\n"
    #expect(try !Self.isBroken(Self.open(), owners))
    for member in ["saml.okta", "saml.one", "saml.two"] {
      let rows = "  - {provider: \(member), who: anyone}\n" + owners
      #expect(try Self.isBroken(Self.open(), rows), "\(member)")
      let spared = "  - {provider: \(member), who: owner}\n  - {who: anyone}\n"
      #expect(try Self.isBroken(Self.open(), spared), "all but \(member)")
    }
  }

  @Test("a domain that neither policy nor assumptions name is played, whatever they name")
  func unnamedDomains() throws {
    #expect(try Self.isBroken(Self.open(), "  - {who: anyone}\n"))
    let closed = ("own: [example.com]", "own: [example.com, example.net]")
    #expect(try Self.isBroken(Self.open(closed), "  - {domain: unnamed0.com, who: owner}\n"))
  }

  @Test("a domain that stands for another is played, though nothing else names it")
  func aliases() throws {
    let owners = "  - {who: owner}\n"
    let joined = (
      "name: open", "name: open\naddresses: {aliases: {old.example: new.example}}"
    )
    #expect(try !Self.isBroken(Self.open(), owners))
    #expect(try Self.isBroken(Self.open(joined), owners))
    #expect(
      try !Self.isBroken(
        Self.open(joined), owners + "same-mailbox: [{domain: new.example, also: [old.example]}]\n"))
  }

  @Test("a policy that folds dots is not accused where that is one mailbox, and is elsewhere")
  func folded() throws {
    let dots = ("name: open", "name: open\naddresses: {fold: [case, dots]}")
    let owners = "  - {who: owner}\n"
    #expect(try Self.isBroken(Self.open(dots), owners))
    let gmail = owners + "same-mailbox: [{domain: gmail.com, ignoring: [dots]}]\n"
    #expect(try Self.isBroken(Self.open(dots), gmail), "other domains are folded too")
    // Where the row that joins is about that domain alone, nothing is left to blame.
    var text = "addresses: {fold: [case, dots]}"
    text = "name: open\n" + text + "\n# "
    let alone = try CompiledPolicy(
      yaml: Array(
        Self.text.split(separator: "own: [example.com]").joined(separator: "own: [gmail.com]")
          .split(separator: "domain: {not: own}").joined(separator: "domain: own")
          .split(separator: "closed, domain: own").joined(separator: "closed, domain: {not: own}")
          .split(separator: "name: open").joined(separator: text).utf8), name: "open.yaml")
    #expect(try Self.isBroken(alone, owners))
    #expect(try !Self.isBroken(alone, gmail))
  }

  @Test("what an action of the policy's own does with a mailed code is followed")
  func ownCodes() throws {
    let file = Project.file("Tests/Policies/takeovers/e03-reset-outlives-address.yaml")
    let policy = try CompiledPolicy(yaml: Array(Data(contentsOf: file)), name: "e03.yaml")
    #expect(try Self.isBroken(policy, "  - {who: anyone}\n"))
  }

  @Test("a pattern is played by a name of which nothing is assumed, too")
  func patterns() throws {
    let joinsOwn = Self.text
      .replacingOccurrences(of: "[example.com]", with: "[\"*.corp.example\"]")
      .replacingOccurrences(
        of: "domain: {not: own}, address: taken, do", with: "domain: own, address: taken, do"
      )
      .replacingOccurrences(
        of: "domain: own, address: taken, refuse",
        with: "domain: {not: own}, address: taken, refuse")
    let policy = try CompiledPolicy(yaml: Array(joinsOwn.utf8), name: "open.yaml")
    let all = "  - {provider: \"saml.*\", who: owner}\n"
    #expect(try !Self.isBroken(policy, all))
    for name in ["one", "two", "three"] {
      let one = "  - {provider: \"saml.*\", domain: \(name).corp.example, who: owner}\n"
      #expect(try Self.isBroken(policy, one))
    }
  }

  @Test("the issuer of another provider is played, whatever family it is of")
  func issuers() throws {
    let partner = "    providers:\n      partner: {kind: federated, issuer: saml.bank}\n"
    let trimmed = partner.replacingOccurrences(of: "\n      ", with: "\n  ")
      .replacingOccurrences(of: "    providers", with: "providers")
    let policy = try Self.open(("providers:\n", trimmed))
    let owners = "  - {who: owner}\n"
    #expect(try !Self.isBroken(Self.open(), owners))
    #expect(try Self.isBroken(policy, owners))
  }

  @Test("a provider that is the issuer of others asserts nobody else's subjects, declared or not")
  func ownIssuer() throws {
    let assumptions = try Assumptions(
      Array(
        """
        assume: 1
        assertions:
          - {provider: [login.example, ios.example], who: owner}
        excluded:
          - {action: sign-in, provider: ios.example, because: nobody}

        """.utf8), name: "assume.yaml", isStrict: true)
    var options = Proof.Options()
    options.invariants = ["I1", "I2", "I3", "I8"]
    for issuer in ["", ", issuer: login.example"] {
      let text = """
        linkpolicy: 1
        name: iss
        title: Issuer
        providers:
          login.example: {kind: federated\(issuer)}
          ios.example:   {kind: federated, issuer: login.example}
        proof: {provider: login.example}
        decisions:
          sign-in.federated:
            rows:
              - {id: returning, credential: known,                       do: [sign-in]}
              - {id: broken,    credential: broken,                      refuse: no}
              - {id: first,     credential: new, address: [absent, free], do: [create, sign-in]}
              - {id: join,      credential: new, address: taken, refuse: no}
        errors:
          no: {}

        """
      let policy = try CompiledPolicy(yaml: Array(text.utf8), name: "issuer.yaml")
      let played = PlayedProvider.all(of: policy, under: assumptions)
      #expect(played.filter { $0.speaksForOthers }.map { $0.id } == ["ios.example"])
      // Nobody signs in with the provider that shares the issuer.
      let proof = Proof(policy, under: assumptions, in: ProofEnvironment(), options)
      #expect(proof.isProved, "\(issuer)")
    }
  }

  @Test("a domain at which addresses are too long to be played leaves the verdict open")
  func longDomains() throws {
    let labels = ["a", "b", "c"].map { String(repeating: $0, count: 63) }
    let domain = (labels + [String(repeating: "d", count: 57)]).joined(separator: ".")
    #expect(domain.utf8.count == 249)
    let policy = try Self.open(("[example.com]", "[" + domain + "]"))
    let assumptions = try Assumptions(
      Array("assume: 1\nassertions:\n  - {who: owner}\n".utf8), name: "assume.yaml", isStrict: true)
    var options = Proof.Options()
    options.invariants = ["I8", "I9"]
    let proof = Proof(policy, under: assumptions, in: ProofEnvironment(), options)
    for (invariant, verdict) in proof.verdicts {
      if case .proved = verdict {
        Issue.record("\(invariant) is proved")
      }
    }
    #expect(ProofReport(proof, named: "x").text.text.contains("are too long to be played"))
  }
}
