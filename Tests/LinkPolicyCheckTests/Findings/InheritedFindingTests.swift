import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyYAML
import Testing

@testable import LinkPolicyReview

/// Entries of `findings:` in a policy that is extended hold for that policy's own findings.
@Suite("Inherited findings")
struct InheritedFindingTests {
  private static let base = """
    linkpolicy: 1
    name: quay
    domains: {own: [quay.example], pier: [pier.example], spare: [spare.example]}
    providers: {login.quay.example: {kind: federated}, login.pier.example: {kind: federated}}
    claims: {verified: {true: [true], false: [false]}}
    facts:
      trust:
        values: [trusted, untrusted]
        rows:
          - {id: own, provider: login.quay.example, domain: own, claim.verified: {not: false}, is: trusted}
          - {id: pier, provider: login.pier.example, domain: pier, claim.verified: "true", is: trusted}
          - {id: otherwise, is: untrusted}
    proof: {trust: trusted}
    findings:
      - {code: kinder-absence, at: claims/verified, level: off, reason: it never states the claim}
      - {code: redundant-row, level: off, reason: the handbook has these rows}
      - {code: unused-name, level: error, reason: nothing is left over}
    decisions:
      sign-in.federated:
        rows:
          - {id: returning, credential: known, do: [sign-in]}
          - {id: first, credential: new, address: [absent, free], do: [create, sign-in]}
          - {id: join, credential: new, address: taken, trust: trusted, do: [replace-subject, sign-in]}
          - {id: stranger, credential: new, address: taken, trust: untrusted, refuse: taken}
          - {id: otherwise, refuse: taken}
    errors: {taken: {}}
    """

  /// What is found of an overlay of the base, as level, code and line of the overlay.
  private func found(_ overlay: String) throws -> [String] {
    let files = ["base.yaml": Self.base]
    let finder = PolicyFinder { name, _ in
      files[name].map { .found(name: name, bytes: Array($0.utf8)) } ?? .notFound("no such file")
    }
    let text = "linkpolicy: 1\nname: overlay\nextends: base.yaml\n" + overlay
    let review = PolicyReview(
      Result { () throws(InvalidInput) in
        try PolicyText(Array(text.utf8), name: "overlay.yaml", finder: finder)
      })
    return review.findings.filter { $0.level > .note }.map { finding in
      let place = finding.position
      return "\(finding.level) \(finding.code.name.text) \(place?.file ?? -1):\(place?.line ?? 0)"
    }
  }

  @Test("an overlay that changes nothing inherits the entries")
  func unchanged() throws {
    #expect(try found("title: the same\n") == ["error unused-name 1:3"])
  }

  @Test("a new row of an overlay has a finding of its own, at its line")
  func newRow() throws {
    let overlay = """
      facts:
        trust:
          change:
            - {id: pier, claim.verified: {not: false}}
      """
    #expect(
      try found(overlay) == ["warning kinder-absence 0:7", "error unused-name 1:3"])
  }

  @Test("an entry of the overlay holds for what it causes and for what it inherits")
  func ownEntry() throws {
    let overlay = """
      facts:
        trust:
          change:
            - {id: pier, claim.verified: {not: false}}
      findings:
        - {code: kinder-absence, level: off, reason: neither states the claim}
      """
    #expect(try found(overlay) == ["error unused-name 1:3"])
  }

  @Test("an entry of the base for all findings of a code leaves out those of the overlay's rows")
  func ownRedundantRow() throws {
    let overlay = """
      decisions:
        sign-in.federated:
          after:
            stranger:
              - {id: broken, credential: broken, provider: login.pier.example, refuse: taken}
      """
    #expect(try found(overlay) == ["warning redundant-row 0:8", "error unused-name 1:3"])
  }
}
