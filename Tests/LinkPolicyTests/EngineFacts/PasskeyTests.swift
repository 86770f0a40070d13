import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

@Suite("Passkeys")
struct PasskeyTests {
  private static let text = """
    linkpolicy: 1
    name: passkeys
    providers: {passkey: {kind: passkey}, mail: {kinds: [email-link]}}
    decisions:
      sign-in.passkey:
        rows:
          - {id: known, credential: known,         do: [sign-in]}
          - {id: other, credential: [new, broken], refuse: no}
      sign-in.email-link: {rows: [{id: never, refuse: no}]}
    errors: {no: {}}
    """

  private func refusal(_ assertion: Assertion) throws -> InputError? {
    let policy = try CompiledPolicy(yaml: Array(Self.text.utf8), name: "passkeys.yaml")
    do throws(InputError) {
      _ = try Accounts().decide(
        Attempt(.signIn, with: assertion), by: Accounts.AttemptContext(), under: policy.policy)
      return nil
    } catch {
      return error
    }
  }

  @Test("a passkey is asserted with its credential id alone")
  func shape() throws {
    #expect(try refusal(Assertion(verified: "passkey", kind: .passkey, subject: "k1")) == nil)
  }

  @Test("a passkey without a credential id, or with what other kinds carry, is an input error")
  func misshapen() throws {
    let none = Assertion(verified: "passkey", kind: .passkey)
    #expect(try refusal(none)?.reason == .missing)
    let empty = Assertion(verified: "passkey", kind: .passkey, subject: "")
    #expect(try refusal(empty)?.reason == .missing)
    let long = Assertion(
      verified: "passkey", kind: .passkey, subject: String(repeating: "k", count: 256))
    #expect(try refusal(long) != nil)
    let addressed = Assertion(
      verified: "passkey", kind: .passkey, subject: "k1", addresses: [AddressRecord("a@b.example")])
    #expect(try refusal(addressed)?.reason == .unexpected)
    let checked = Assertion(verified: "passkey", kind: .passkey, subject: "k1", nonce: .matched)
    #expect(try refusal(checked)?.reason == .unexpected)
    let elsewhere = Assertion(verified: "mail", kind: .passkey, subject: "k1")
    #expect(try refusal(elsewhere) != nil)
  }
}
