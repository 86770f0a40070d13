internal import LinkPolicy
internal import LinkPolicyJSON

/// Makes cases of a tree, collecting what is wrong with it.
struct VectorDecoder {
  var findings: JSONFindings
  let file: String
  /// Whether cases carry the tree they were read from.
  let keepsJSON: Bool
  /// The policy of cases that name none.
  private var policy: String?
  /// What parts of earlier cases came to; nil where none are remembered.
  let memory: VectorMemory?

  init(
    _ locator: JSONLocator, file: String, keepsJSON: Bool, suggestsKeys: Bool = true,
    memory: VectorMemory? = nil
  ) {
    self.memory = memory
    findings = JSONFindings(locator, suggestsKeys: suggestsKeys)
    self.file = file
    self.keepsJSON = keepsJSON
  }

  /// Reads `{vectors: 1, policy, cases}`.
  mutating func document(_ root: JSONValue) -> [VectorCase] {
    guard var reader = JSONObjectReader(root, &findings) else { return [] }
    if let version = reader.required("vectors", &findings), version.int != 1 {
      findings.report(
        .vectorVersion, "expected version 1 in `vectors`", at: version,
        help: "this package reads `vectors: 1`")
    }
    policy = reader.text("policy", &findings)
    _ = reader.text("title", &findings)
    _ = reader.text("comment", &findings)
    var cases: [VectorCase] = []
    if let value = reader.required("cases", &findings),
      let elements = findings.list(value, in: "cases")
    {
      if value.count == 0 {
        findings.report(.vectorNoCases, "the file has no case", at: value)
      }
      for element in elements {
        if let vector = vector(element) {
          cases.append(vector)
        }
      }
    }
    reader.finish(&findings)
    return cases
  }

  /// Reads one case.
  mutating func vector(_ value: JSONValue) -> VectorCase? {
    guard var reader = JSONObjectReader(value, in: "cases", &findings) else { return nil }
    let id = reader.requiredText("id", &findings)
    let policy = reader.text("policy", &findings) ?? self.policy
    let title = reader.text("title", &findings)
    let proves = reader.texts("proves", &findings)
    let flags = reader.texts("flags", &findings)
    let source = reader.text("source", &findings)
    let comment = reader.text("comment", &findings)
    let known = list("known", &reader) { KnownFailure($0, isListed: false, &$1) } ?? []
    let content = content(&reader, of: value)
    reader.finish(&findings)
    guard let content else { return nil }
    let vector = VectorCase(
      id: id ?? "", policy: policy ?? "", title: title, proves: proves, flags: flags,
      known: known, source: source, comment: comment, file: file,
      position: findings.locator.position(of: value), content: content,
      json: keepsJSON ? value : nil)
    if policy == nil, vector.needsPolicy || !known.isEmpty {
      findings.report(
        .vectorNoPolicy, "no policy is named for this case", at: value,
        help: "add `policy` to the file or to the case")
    }
    return vector
  }

  /// Reads what the case is made of: one of `steps`, `reject-policy` and `reject-input`.
  private mutating func content(
    _ reader: inout JSONObjectReader, of vector: JSONValue
  ) -> VectorCase.Content? {
    let steps = reader.given("steps")
    let policy = reader.given("reject-policy")
    let input = reader.given("reject-input")
    if let second = steps == nil ? (policy == nil ? nil : input) : policy ?? input {
      findings.report(
        .vectorInvalidCase, "this case is of several kinds", at: second,
        help: "give it one of `steps`, `reject-policy` and `reject-input`")
    }
    if let steps {
      return .sequence(sequence(&reader, steps))
    } else if let policy {
      return rejectedText(policy, in: "reject-policy").map { .rejectedPolicy($0) }
    } else if let input {
      return rejectedText(input, in: "reject-input").map { .rejectedInput($0) }
    }
    findings.report(
      .vectorNoSteps, "the case has no steps", at: vector,
      help: "add `steps`, or a text that must be refused as `reject-policy` or `reject-input`")
    return nil
  }

  private mutating func sequence(
    _ reader: inout JSONObjectReader, _ value: JSONValue
  ) -> VectorSequence {
    let settings = Settings(reader.pairs("settings", &findings))
    let tenant = reader.text("tenant", &findings)
    let given = given(&reader)
    let steps = steps(value)
    let end = reader.given("accounts")
    let accounts = end.flatMap { expectedAccounts($0) }
    let sequence = VectorSequence(
      settings: settings, tenant: tenant, given: given, steps: steps, accounts: accounts)
    checkReferences(sequence, steps: value, accounts: end)
    return sequence
  }

  private mutating func steps(_ value: JSONValue) -> [VectorStep] {
    guard let elements = findings.list(value, in: "steps") else { return [] }
    if value.count == 0 {
      findings.report(.vectorNoSteps, "the case has no steps", at: value)
    }
    var steps: [VectorStep] = []
    for (index, element) in elements.enumerated() {
      if let step = step(element, number: index + 1) {
        steps.append(step)
      }
    }
    return steps
  }
}
