import Foundation
import LinkPolicyCommands
import LinkPolicyPresets
import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyJSON

/// No situation that is accepted has facts outside of what the tables were checked for.
///
/// Situations are made from the schema of requests, not from what the engine thinks can occur. In
/// a debug build `decide` itself stops the process where one lies outside; here it is asked again
/// of the decision, so that the test tells in every build.
@Suite struct AcceptedSituationTests {
  private static let schema: JSONValue? = {
    let file = Project.file("Sources/LinkPolicyCommands/Schemas/request.json")
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try? JSONDocument(SchemaTemplate(Array(data)).bytes, name: "request.json").root
  }()

  /// A build that is not optimised would take minutes for more.
  private static let count = Thoroughness.pick(60_000, orElse: 6_000)

  private static let addresses = [
    "ada@gmail.com", "Ada@Gmail.com", "bob@example.com", "x@privaterelay.appleid.com",
    "ada@yahoo.com", "ada@müller.example",
  ]
  private static let odds = [
    "ticket": 1, "link": 15, "code": 30, "caller": 90, "credential": 95, "settings": 10,
    "labels": 4, "superseded": 4,
    "nonce": 25, "origin": 15, "connection": 8, "secret": 25, "consent": 15, "method": 90,
    "session": 75, "target": 30, "tenant": 12, "claims": 15, "profile": 10, "kind": 25,
    "answers": 100, "accounts": 85, "methods": 80, "version": 10, "factors": 10, "since": 5,
    "epoch": 80, "state": 30,
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
    for key in ["account", "addresses", "credential", "target"] {
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

  /// Decides by those of the answers that are asked for; what was left open has nothing.
  private func decide(_ request: DecisionRequest, by policy: Policy) throws(InputError) -> Decision
  {
    let named = try NamedAttempt(request.attempt, in: policy.vocabulary)
    let action = policy.vocabulary.actions[named.action]
    let caller = Lookup.Caller(
      session: request.caller.session,
      target: action.pointsTo == .target ? request.caller.target : nil,
      code: action.carriesCode(named.kind) ? request.caller.code : nil)
    let lookup = try policy.lookup(for: request.attempt, by: caller, under: request.settings)
    let answers = request.answers
    var row: CodeRow?
    if case .row(let given) = answers.code {
      row = given
    }
    let asked = caller.code == nil ? lookup : try lookup.knowing(code: row)
    let open = asked.addresses.count - answers.addresses.count
    let holders = answers.addresses.prefix(asked.addresses.count)
    var credential = answers.credential
    if case .notAsked = credential {
      credential = .nobody
    }
    return try policy.decide(
      asked.answered(
        credential: asked.credential == nil ? .notAsked : credential,
        addresses: holders + Array(repeating: [], count: max(0, open)),
        identifiers: answers.identifiers,
        session: caller.session == nil ? .notAsked : answers.session.orUnknown,
        target: caller.target == nil ? .notAsked : answers.target.orUnknown,
        code: .notAsked,
        stated: asked.asksMethod && answers.stated[MethodFact.fact] == nil
          ? Lookup.MethodAnswer.enabled.stated : answers.stated,
        disabled: answers.disabledMethods, unnamed: answers.unnamed))
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
        let decision = try? decide(request, by: policy.policy)
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

extension Lookup.SessionAnswer {
  fileprivate var orUnknown: Lookup.SessionAnswer {
    if case .notAsked = self { .unknown } else { self }
  }
}

extension Lookup.TargetAnswer {
  fileprivate var orUnknown: Lookup.TargetAnswer {
    if case .notAsked = self { .unknown } else { self }
  }
}
