import LinkPolicyDiagnostics
import Testing

@testable import LinkPolicyReview

/// A superseded subject that signs in by another provider of its issuer.
@Suite("Superseded subjects")
struct SupersededSubjectTests {
  /// A policy that supersedes subjects of `a.example`, and signs in known subjects of `b.example` only.
  private static func text(a: String = "kind: federated", b: String = "kind: federated") -> String {
    """
    linkpolicy: 1
    name: superseded
    providers:
      a.example: {\(a)}
      b.example: {\(b)}
    decisions:
      sign-in.federated:
        hit: first
        rows:
          - {id: join, provider: a.example, credential: new, same-provider: other-subject,
             do: [supersede-subject, sign-in]}
          - {id: known, provider: b.example, credential: known, do: [sign-in]}
          - {id: rest, overrides: earlier, refuse: no}
    errors: {no: {}}
    """
  }

  private static let warning = "warning superseded-enters sign-in.federated/join"

  @Test("a subject enters by another provider of a declared issuer")
  func declaredIssuer() throws {
    let issuer = "kind: federated, issuer: both"
    let checked = try Checked(Self.text(a: issuer, b: issuer))
    #expect(checked.names.contains(Self.warning), "\(checked.names)")
    #expect(
      checked.message(.supersededEnters)?.contains("by `sign-in.federated/known`") ?? false)
  }

  @Test("a subject enters by a provider whose issuer is the id of its provider")
  func issuerOfAnotherProvider() throws {
    let checked = try Checked(Self.text(b: "kind: federated, issuer: a.example"))
    #expect(checked.names.contains(Self.warning), "\(checked.names)")
  }

  @Test("a subject of another issuer, or of another kind of the issuer, does not enter")
  func otherIssuer() throws {
    let others = [
      Self.text(),
      Self.text(a: "kind: federated, issuer: one", b: "kind: federated, issuer: other"),
      Self.text(
        a: "kind: federated, issuer: both", b: "kind: custom, issuer: both"
      ).replacing(
        "\nerrors:",
        with: """

            sign-in.custom:
              hit: first
              rows:
                - {id: enters, credential: known, do: [sign-in]}
                - {id: other, refuse: no}
          errors:
          """),
    ]
    for text in others {
      let names = try Checked(text).names
      #expect(!names.contains { $0.contains("superseded-enters") }, "\(names)")
    }
  }
}
