import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyJSON
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicyProof

@Suite("Certificates of proofs")
struct CertificateTests {
  /// A proof of the harbour, of the invariants that accounts decide.
  private static func prove(
    _ policy: CompiledPolicy, in switches: [(String, String)] = [],
    _ edit: (inout Proof.Options) -> Void = { _ in }
  ) throws -> Proof {
    try HarbourProof.prove(policy, in: switches) { options in
      options.invariants = Certificate.covered
      edit(&options)
    }
  }

  private static func certificate(_ proof: Proof) throws -> JSONValue {
    let certificate = try Certificate(
      of: proof, under: HarbourProof.assumptions(), version: "1.2.3")
    return try JSONDocument(certificate.json, name: "certificate.json").root
  }

  private static func refusal(_ proof: Proof) throws -> CertificateRefusal? {
    let assumptions = try HarbourProof.assumptions()
    do throws(CertificateRefusal) {
      _ = try Certificate(of: proof, under: assumptions, version: "1.2.3")
      return nil
    } catch {
      return error
    }
  }

  @Test("under what a file adds there is none")
  func furtherAssumptions() throws {
    let text = HarbourProof.text + "excluded: [{action: link, actor: attacker, because: a test}]\n"
    let assumptions = try Assumptions(Array(text.utf8), name: "more.yaml", isStrict: true)
    var options = Proof.Options()
    options.invariants = ["I3"]
    let proof = Proof(
      try Harbour.policy(), under: assumptions, in: ProofEnvironment(), options)
    #expect(proof.isProved)
    #expect(throws: CertificateRefusal.furtherAssumptions) {
      try Certificate(of: proof, under: assumptions, version: "1.2.3")
    }
  }

  @Test("a row about mailboxes that the policy does not join is in nobody's way")
  func idleMailboxes() throws {
    func refusal(_ addresses: String) throws -> CertificateRefusal? {
      let text = HarbourProof.text + "same-mailbox: [{domain: gmail.com, also: [googlemail.com]}]\n"
      let assumptions = try Assumptions(Array(text.utf8), name: "more.yaml", isStrict: true)
      let policy = try Harbour.policy(("name: harbour", "name: harbour\n" + addresses))
      var options = Proof.Options()
      options.invariants = ["I3"]
      let proof = Proof(policy, under: assumptions, in: ProofEnvironment(), options)
      #expect(proof.isProved)
      do throws(CertificateRefusal) {
        _ = try Certificate(of: proof, under: assumptions, version: "1.2.3")
        return nil
      } catch {
        return error
      }
    }
    #expect(try refusal("") == nil)
    let joined = "addresses: {aliases: {googlemail.com: gmail.com}}"
    #expect(try refusal(joined) == .furtherAssumptions)
  }

  @Test("it says of what policy, under what, and for which invariants it is")
  func head() throws {
    let proof = try Self.prove(Harbour.policy(), in: [("factors", "on"), ("exclusion-3", "off")]) {
      $0.settings = [("joining", "open")]
    }
    let value = try Self.certificate(proof)
    #expect(value["certificate"]?.int == 1)
    #expect(value["engine"]?.text == "1.2.3")
    #expect(value["policy"]?["name"]?.text == "harbour")
    #expect(value["policy"]?["digest"]?.text == proof.policy.digest.text)
    #expect(value["switches"]?["factors"]?.text == "on")
    #expect(value["settings"]?["joining"]?.text == "open")
    #expect(value["exclusions"]?.elements?.compactMap { $0.int } == [1, 2, 4, 5, 6, 7, 8, 9])
    #expect(
      value["providers"]?.elements?.compactMap { $0.text }
        == ["login.harbour.example", "pier.example"])
    let first = value["assumptions"]?.elements?.first
    #expect(first?["who"]?.text == "owner" && first?["when"]?.isNull == true)
    #expect(first?["domains"]?.elements?.compactMap { $0.text } == ["harbour.example"])
  }

  @Test("it is for what is proved, and for nothing else")
  func invariants() throws {
    // Who was signed in before stays so in the harbour: that is broken.
    let proof = try Self.prove(Harbour.policy())
    let proved = proof.verdicts.compactMap { invariant, verdict in
      if case .proved = verdict { invariant.id } else { nil }
    }
    #expect(!proved.contains("I2") && proved.contains("I3"))
    let value = try Self.certificate(proof)
    #expect(value["invariants"]?.elements?.compactMap { $0.text } == proved)
    let one = try Self.certificate(Self.prove(Harbour.policy()) { $0.invariants = ["I3", "I9"] })
    #expect(one["invariants"]?.elements?.compactMap { $0.text } == ["I3"])
  }

  @Test("every account of every closure is there, with things that are there")
  func accounts() throws {
    let proof = try Self.prove(Harbour.policy())
    let domains = try #require(try Self.certificate(proof)["domains"]?.elements)
    #expect(domains.count == proof.access.count && domains.count > 1)
    for (domain, access) in zip(domains, proof.access) {
      #expect(domain["domain"]?.text == access.closure.model.domain)
      let things = try #require(domain["things"]?.elements)
      let accounts = try #require(domain["accounts"]?.elements)
      #expect(things.count == access.closure.table.holdings.count)
      #expect(accounts.count == access.closure.states.count && !accounts.isEmpty)
      for (account, state) in zip(accounts, access.closure.states) {
        #expect(account["verified"]?.bool == state.key.isVerified)
        let may = try #require(account["may"]?.elements).compactMap { $0.int }
        #expect(may == state.holdings.values && may.allSatisfy { things.indices.contains($0) })
      }
    }
  }

  @Test("the vocabulary has every fact, action, purpose and effect")
  func vocabulary() throws {
    let proof = try Self.prove(Harbour.policy())
    let vocabulary = try #require(try Self.certificate(proof)["vocabulary"])
    let facts = vocabulary["facts"]?.members?.count
    #expect(facts == proof.policy.vocabulary.schema.facts.count)
    #expect(
      vocabulary["facts"]?["trust"]?.elements?.compactMap { $0.text } == ["trusted", "untrusted"])
    #expect(vocabulary["actions"]?["link"]?["pointsTo"]?.text == "session")
    #expect(vocabulary["actions"]?["update-email"]?["takes"]?.isNull == true)
    #expect(vocabulary["purposes"]?["verify"]?["stale"]?.text == "with-address")
    #expect(vocabulary["effects"]?.count == EffectWord.allCases.count)
  }

  @Test("there is none of what is not proved, not followed to the end, or not told by one")
  func refusals() throws {
    let nothing = try Self.prove(Harbour.policy()) { $0.invariants = ["I2"] }
    #expect(try Self.refusal(nothing) == .nothingProved)
    let stopped = try Self.prove(Harbour.policy()) { $0.attempts = 1 }
    guard case .notConsidered(let words) = try Self.refusal(stopped) else {
      Issue.record("a closure that was stopped is certified")
      return
    }
    #expect(words.contains("stopped at the limit of 1 attempts (`--attempts`)"))
    let passing = try Self.prove(Harbour.policy(), in: [("reassigned", "during")])
    #expect(try Self.refusal(passing) == .passingAddress)
    let labels = try Harbour.policy(
      (
        "settings: {joining: [open, closed]}",
        "settings: {joining: [open, closed]}\nlabels: {tier: [standard, staff]}"
      ))
    #expect(try Self.refusal(Self.prove(labels)) == .labels)
    for declared in [
      "inputs: {hook: {values: [veto, pass], by: service}}",
      "actions: {wave: {points-to: session, by: service}}",
    ] {
      let parties = try Harbour.policy(
        (
          "settings: {joining: [open, closed]}",
          "settings: {joining: [open, closed]}\n" + declared
        ))
      #expect(try Self.refusal(Self.prove(parties)) == .parties)
    }
    let methods = try Harbour.policy(
      (
        "settings: {joining: [open, closed]}",
        "settings: {joining: [open, closed]}\naddresses: {held-by: methods}"
      ),
      ("credential: new, do: [replace-subject]", "credential: new, refuse: taken-by-another"))
    #expect(try Self.refusal(Self.prove(methods)) == .addressesOfMethods)
    for refusal in [
      CertificateRefusal.nothingProved, .notConsidered("a"), .passingAddress, .labels,
      .addressesOfMethods, .parties,
    ] {
      #expect(!refusal.message.isEmpty)
    }
  }
}
