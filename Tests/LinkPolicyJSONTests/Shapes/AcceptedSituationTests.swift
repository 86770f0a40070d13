import Foundation
import LinkPolicy
import LinkPolicyJSON
import LinkPolicyPresets
import LinkPolicyPresetsYAML
import Testing

/// No situation that is accepted has facts outside of what the tables were checked for.
///
/// Situations are made from the schema of requests, not from what the engine thinks can occur. In
/// a debug build `decide` itself stops the process where one lies outside; here it is asked again
/// of the decision, so that the test tells in every build.
@Suite struct AcceptedSituationTests {
  private static let schema: JSONValue? = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/LinkPolicyCommands/Schemas/request.json").standardized
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? JSONDocument(SchemaTemplate(Array(data)).bytes, name: "request.json").root
  }()

  /// A build that is not optimised would take minutes for more.
  private static var count: Int {
    #if DEBUG
      ProcessInfo.processInfo.environment["EXHAUSTIVE"] == "1" ? 60_000 : 4_000
    #else
      60_000
    #endif
  }

  private static let addresses = [
    "ada@gmail.com", "Ada@Gmail.com", "bob@example.com", "x@privaterelay.appleid.com",
    "ada@yahoo.com", "ada@müller.example",
  ]
  private static let odds = [
    "ticket": 1, "link": 15, "code": 25, "settings": 10, "labels": 4, "superseded": 4,
    "nonce": 25, "origin": 15, "connection": 8, "secret": 25, "consent": 15, "method": 10,
    "session": 40, "target": 25, "tenant": 12, "claims": 15, "profile": 10, "kind": 25,
    "situation": 90, "accounts": 85, "methods": 80, "version": 10, "factors": 10, "since": 5,
    "epoch": 2, "state": 30,
    "subject": 75, "account": 70, "email": 75, "address": 50, "addresses": 60, "provider": 80,
  ]

  private static func words(_ policy: CompiledPolicy) -> [String: [String]] {
    var words: [String: [String]] = [:]
    words["action"] = policy.vocabulary.actions.map { $0.name.text }
    words["provider"] = policy.document.providers.map { provider in
      let id = provider.id.value.text
      return id.hasSuffix("*") ? id.dropLast() + "x" : id
    }
    words["methods"] = words["provider"]
    for key in ["email", "address", "proved"] {
      words[key] = addresses
    }
    words["subject"] = ["s1", "s1", "s2", ""]
    for key in ["account", "addressHolders", "credentialHolder", "target"] {
      words[key] = ["u1", "u1", "u2"]
    }
    words["id"] = ["i1", "i2"]
    words["tenant"] = ["t1", "t2"]
    words["purpose"] = ["sign-in", "verify", "change", "undo", "reset"]
    words["settings keys"] = policy.document.settings.map { $0.name.value.text }
    words["claims keys"] = policy.document.claims.map { $0.name.value.text } + ["undeclared"]
    for setting in policy.document.settings {
      words[setting.name.value.text] = setting.values.map { $0.value.text }
    }
    words["labels keys"] = policy.document.labels.map { $0.name.value.text }
    return words
  }

  @Test(
    "made from the schema, accepted, and inside of what can occur",
    arguments: ["firebase", "hardened", "identity-platform", "firebase-emulator"])
  func inside(name: String) throws {
    let schema = try #require(Self.schema)
    let policy = try Presets.compiled(named: name)
    var sample = SchemaSample(
      schema, seed: 7, words: Self.words(policy), odds: Self.odds)
    var boxes: [Int: [FactBox]] = [:]
    var accepted = 0
    var actions: Set<Int> = []
    for _ in 0..<Self.count {
      let json = sample.text(of: "decide")
      guard let request = try? DecisionRequest(json: json),
        let decision = try? policy.decide(request.attempt, in: request.situation)
      else { continue }
      accepted += 1
      actions.insert(decision.table)
      if boxes[decision.table] == nil {
        var space = SituationSpace(
          policy.vocabulary, hasSupersededMethods: policy.storage.hasSupersededMethods)
        let table = policy.storage.tables[decision.table]
        let kinds: [MethodKind?] = table.kinds.isEmpty ? [nil] : table.kinds
        boxes[decision.table] = kinds.flatMap { space.boxes(action: table.action, kind: $0) }
      }
      let isInside = boxes[decision.table]?.contains { $0.contains(decision.facts) } ?? false
      #expect(isInside, "\(String(decoding: json, as: UTF8.self))")
    }
    // So that a sample which nothing accepts does not pass for one that is all right.
    #expect(accepted > Self.count / 100, "accepted \(accepted) of \(Self.count)")
    #expect(actions.count > policy.storage.tables.count / 2, "decided by \(actions.count) tables")
  }
}
