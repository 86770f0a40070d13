import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyPresetsYAML
import Testing

@testable import LinkPolicyProof

@Suite("Actors of a proof")
struct ProofCastTests {
  private static func casts(
    _ policy: CompiledPolicy, in environment: ProofEnvironment = ProofEnvironment()
  ) throws -> [ProofActors] {
    let assumptions = try Assumptions(
      Presets.assumptions, name: "default.yaml", isStrict: false)
    return ProofActors.all(of: policy, under: assumptions, in: environment)
  }

  @Test("one domain stands for each class that policy and assumptions tell apart")
  func domains() throws {
    let firebase = try Self.casts(Presets.compiled(named: "firebase")).map { $0.domain }
    #expect(
      firebase == [
        "example.com", "gmail.com", "yahoo.com", "outlook.com", "privaterelay.appleid.com",
      ])
    let policy = try Presets.compiled(named: "hardened")
    let hardened = try Self.casts(policy).map { $0.domain }
    #expect(hardened == firebase + ["icloud.com"], "it trusts Apple there alone")
    var environment = ProofEnvironment()
    environment.reassigned = .before
    let reassigned = try Self.casts(policy, in: environment).map { $0.domain }
    #expect(reassigned == hardened + ["googlemail.com"], "Google remembers elsewhere")
  }

  @Test("one provider stands for all that nothing tells apart")
  func providers() throws {
    let casts = try Self.casts(Presets.compiled(named: "firebase"))
    let plain = try #require(casts.first { $0.domain == "example.com" })
    let gmail = try #require(casts.first { $0.domain == "gmail.com" })
    #expect(plain.providers.contains("apple.com") && gmail.providers.contains("google.com"))
    #expect(gmail.providers.contains("facebook.com"))
    #expect(!gmail.providers.contains("twitter.com"), "it is like Facebook")
    let google = try #require(gmail.providers.firstIndex(of: "google.com"))
    let facebook = try #require(gmail.providers.firstIndex(of: "facebook.com"))
    for assertable in gmail.assertable where assertable.address == .owners {
      if assertable.provider == google {
        #expect(assertable.obtainer == .owner)
      }
      if assertable.provider == facebook {
        #expect(assertable.obtainer == .anyone)
      }
    }
  }

  @Test("addresses are told by whose they are")
  func addresses() throws {
    let actors = try #require(try Self.casts(Presets.compiled(named: "firebase")).first)
    #expect(
      actors.address(actors.owners) == .owners && actors.address(actors.attackers) == .attackers)
    #expect(actors.address(nil) == nil)
  }

  @Test("casts that differ in names alone are explored once, and come to the same")
  func alike() throws {
    let policy = try Presets.compiled(named: "firebase")
    let casts = try Self.casts(policy)
    let unlike = ProofActors.unlike(casts, under: policy)
    #expect(
      unlike.map { [$0.domain] + $0.alike } == [
        ["example.com"], ["gmail.com", "yahoo.com", "outlook.com"], ["privaterelay.appleid.com"],
      ])
    var limits = ProofSearch.Limits()
    limits.bounds = ProofBounds(1, methods: 1, codes: 0)
    var counts: [String: [Int]] = [:]
    for actors in casts {
      var search = ProofSearch(
        policy, actors, ProofEnvironment(), limits, wanted: [.ownMethods, .safeLanding])
      search.explore()
      counts[actors.domain] =
        [search.stateCount, search.depth] + search.violations.values.map { $0.moves.count }.sorted()
    }
    for actors in unlike {
      for domain in actors.alike {
        #expect(counts[domain] == counts[actors.domain], "\(domain)")
      }
    }
  }

  @Test("Microsoft's consumers are told apart where a policy asks for them")
  func notAlike() throws {
    let policy = try Presets.compiled(named: "hardened")
    let unlike = ProofActors.unlike(try Self.casts(policy), under: policy)
    let gmail = try #require(unlike.first { $0.domain == "gmail.com" })
    #expect(gmail.alike == ["yahoo.com"])
    #expect(unlike.contains { $0.domain == "outlook.com" && $0.alike.isEmpty })
  }
}
