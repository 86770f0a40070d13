import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyDiagnostics

@Suite("Inputs of attempts")
struct InputFactTests {
  private static let text = """
    linkpolicy: 1
    name: inputs
    providers: {p: {kind: federated}}
    inputs:
      hook:   {values: [veto, pass], by: service}
      factor: {values: [absent, wrong, right], by: session}
    actions: {purge: {points-to: credential, kinds: [federated], by: provider}}
    decisions:
      sign-in.federated:
        rows:
          - {id: vetoed, input.hook: veto, refuse: no}
          - {id: wrong,  input.hook: pass, input.factor: wrong, refuse: no}
          - {id: known,  input.hook: pass, input.factor: [absent, right], credential: known, do: [sign-in]}
          - {id: other,  input.hook: pass, input.factor: [absent, right], credential: [new, broken], refuse: no}
      purge.federated: {rows: [{id: never, refuse: no}]}
    errors: {no: {}}
    """

  private func policy(_ edits: (String, String)...) throws -> CompiledPolicy {
    var text = Self.text
    for (old, new) in edits {
      let range = try #require(text.firstRange(of: old), "\(old)")
      text.replaceSubrange(range, with: new)
    }
    return try CompiledPolicy(yaml: Array(text.utf8), name: "inputs.yaml")
  }

  private func attempt(_ inputs: Inputs) -> Attempt {
    var attempt = Attempt(.signIn, with: Assertion(verified: "p", subject: "s"))
    attempt.inputs = inputs
    return attempt
  }

  /// The row that decides an attempt by a policy and by its image, which must agree.
  private func row(_ inputs: Inputs, _ policy: CompiledPolicy) throws -> String {
    let accounts = Accounts()
    let decision = try accounts.decide(
      attempt(inputs), by: Accounts.AttemptContext(), under: policy.policy)
    let read = try accounts.decide(
      attempt(inputs), by: Accounts.AttemptContext(), under: Policy(image: policy.image))
    #expect(decision.explanation == read.explanation)
    return decision.explanation
  }

  private func refusal(_ inputs: Inputs, _ policy: CompiledPolicy) throws -> InputError? {
    do throws(InputError) {
      _ = try Accounts().decide(
        attempt(inputs), by: Accounts.AttemptContext(), under: policy.policy)
      return nil
    } catch {
      return error
    }
  }

  @Test("an omitted input has its first value, and the last of several counts")
  func values() throws {
    let policy = try policy()
    #expect(try row([:], policy).contains("vetoed"))
    #expect(try row(["hook": "veto"], policy).contains("vetoed"))
    #expect(try row(["hook": "pass"], policy).contains("other"))
    #expect(try row(["hook": "pass", "factor": "wrong"], policy).contains("wrong"))
    let twice = Inputs([("factor", "wrong"), ("hook", "pass"), ("factor", "right")])
    #expect(try row(twice, policy).contains("other"))
  }

  @Test("an undeclared input or value is an error with a suggestion")
  func undeclared() throws {
    let policy = try policy()
    let name = try #require(try refusal(["hock": "pass"], policy))
    #expect(name.reason == .undeclared)
    #expect(name.message.contains("no input `hock`") && name.message.contains("`hook`"))
    let value = try #require(try refusal(["hook": "pas"], policy))
    #expect(value.reason == .undeclared)
    #expect(value.message.contains("no value `pas`") && value.message.contains("`pass`"))
    // A setting, or the fact's whole name, is no input.
    #expect(try refusal(["input.hook": "pass"], policy)?.reason == .undeclared)
  }

  @Test("an attempt must state a required input")
  func required() throws {
    let policy = try policy(("by: session}", "by: session, required: yes}"))
    let missing = try #require(try refusal(["hook": "pass"], policy))
    #expect(missing.reason == .missing)
    #expect(
      missing.message
        == "the attempt does not state input `factor`, which the policy requires: state one of `absent`, `wrong`, `right`"
    )
    #expect(try row(["hook": "pass", "factor": "absent"], policy).contains("other"))
    let image = try Policy(image: policy.image)
    #expect(throws: InputError.self) {
      try Accounts().decide(attempt([:]), by: Accounts.AttemptContext(), under: image)
    }
  }

  @Test("an image keeps the inputs, and which are required")
  func image() throws {
    let policy = try policy(("by: session}", "by: session, required: yes}"))
    let schema = try Policy(image: policy.image).vocabulary.schema
    #expect(schema.facts[schema.inputs].map { $0.name } == ["input.hook", "input.factor"])
    #expect(schema.facts[schema.inputs].map { $0.values.count } == [2, 3])
    #expect(schema.requiredInputs.values == [schema.inputs.lowerBound + 1])
    let again = ImageWriter.vocabulary(try Policy(image: policy.image).vocabulary)
    #expect(again.encoded == ImageWriter.vocabulary(policy.storage.vocabulary).encoded)
  }

  @Test("the digest follows values and requirements, not who supplies or performs")
  func digests() throws {
    let before = try policy().digest
    #expect(try policy(("by: service", "by: anybody")).digest == before)
    #expect(try policy(("by: provider", "by: administrator")).digest == before)
    #expect(try policy((", by: provider", "")).digest == before)
    #expect(try policy(("[veto, pass], by", "[pass, veto], by")).digest != before)
    #expect(try policy(("by: session}", "by: session, required: yes}")).digest != before)
    #expect(try policy(("by: session}", "by: session, required: no}")).digest == before)
  }

  @Test(
    "a wrong declaration is reported where it is",
    arguments: [
      ("by: service}", "by: hook}", DiagnosticCode.unknownValue),
      (", by: service}", "}", .missingKey), ("values: [veto, pass], ", "", .missingKey),
      ("[veto, pass]", "[]", .invalidDeclaration), ("[veto, pass]", "[veto, veto]", .duplicateName),
      ("by: session}", "by: session, required: perhaps}", .unknownValue),
      ("by: provider}", "by: nobody}", .unknownValue),
      ("input.hook: veto", "input.hock: veto", .unknownName),
      ("input.hook: veto", "input.hook: vetoed", .unknownName),
    ])
  func declarations(_ old: String, _ new: String, _ code: DiagnosticCode) throws {
    do {
      _ = try policy((old, new))
      Issue.record("\(new) is accepted")
    } catch let error as InvalidInput {
      let codes = error.diagnostics.map { $0.code }
      #expect(codes.contains(code), "\(codes)")
    }
  }
}
