internal import LinkPolicy
internal import LinkPolicyJSON

/// Makes cases of a tree, collecting what is wrong with it.
struct VectorDecoder {
  var findings: JSONFindings
  let file: String
  /// The policy of cases that name none.
  private var policy: String?

  init(_ locator: JSONLocator, file: String, suggestsKeys: Bool) {
    findings = JSONFindings(locator, suggestsKeys: suggestsKeys)
    self.file = file
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
    if policy == nil {
      findings.report(
        .vectorNoPolicy, "no policy is named for this case", at: value,
        help: "add `policy` to the file or to the case")
    }
    let title = reader.text("title", &findings)
    let proves = reader.texts("proves", &findings)
    let flags = reader.texts("flags", &findings)
    let source = reader.text("source", &findings)
    let comment = reader.text("comment", &findings)
    let settings = Settings(reader.pairs("settings", &findings))
    let tenant = reader.text("tenant", &findings)
    let (given, orphans) = given(&reader)
    let steps = steps(&reader, of: value)
    let accounts = reader.given("accounts").flatMap { expectedAccounts($0) }
    reader.finish(&findings)
    return VectorCase(
      id: id ?? "", policy: policy ?? "", title: title, proves: proves, flags: flags,
      source: source, comment: comment, file: file,
      position: findings.locator.position(of: value), settings: settings, tenant: tenant,
      given: given, orphans: orphans, steps: steps, accounts: accounts)
  }

  private mutating func given(_ reader: inout JSONObjectReader) -> ([Account], [VectorOrphan]) {
    guard var part = reader.part("given", &findings) else { return ([], []) }
    let accounts = AccountList(part.list("accounts", &findings), &findings).accounts
    var orphans: [VectorOrphan] = []
    for element in part.list("orphans", &findings) {
      guard var orphan = JSONObjectReader(element, in: "orphans", &findings) else { continue }
      let provider = orphan.requiredText("provider", &findings)
      let subject = orphan.requiredText("subject", &findings)
      orphan.finish(&findings)
      if let provider, let subject {
        orphans.append(VectorOrphan(provider: provider, subject: subject))
      }
    }
    part.finish(&findings)
    return (accounts, orphans)
  }

  private mutating func steps(
    _ reader: inout JSONObjectReader, of vector: JSONValue
  ) -> [VectorStep] {
    guard let value = reader.given("steps") else {
      findings.report(.vectorNoSteps, "the case has no steps", at: vector, help: "add `steps`")
      return []
    }
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
