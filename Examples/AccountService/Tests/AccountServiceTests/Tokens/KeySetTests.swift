internal import Testing

@testable internal import AccountService

@Suite struct KeySetTests {
  private func keys(_ text: String, _ algorithm: TokenAlgorithm) -> KeySet? {
    KeySet(Array(text.utf8), for: algorithm)
  }

  @Test func itLeavesOutWhatIsForAnotherUse() throws {
    let (rsa, elliptic) = (SigningKey(.rs256), SigningKey(.es256))
    let both = JSONText.object([("keys", .list([rsa.publicKey, elliptic.publicKey]))])
    #expect(keys(both, .rs256)?.keys.map { $0.name } == [rsa.name])
    #expect(keys(both, .es256)?.keys.map { $0.name } == [elliptic.name])
    let text = JSONText.written(rsa.publicKey)
    let encrypting = text.replacing(#""use":"sig""#, with: #""use":"enc""#)
    #expect(encrypting != text)
    #expect(keys(#"{"keys":[\#(encrypting)]}"#, .rs256)?.keys.count == 0)
  }

  @Test func itTakesNoKeyThatIsNone() throws {
    let short = #"{"kty":"RSA","kid":"a","n":"AQAB","e":"AQAB"}"#
    #expect(keys(#"{"keys":[\#(short)]}"#, .rs256)?.keys.count == 0)
    let zero = String(repeating: "A", count: 43)
    let nowhere = #"{"kty":"EC","crv":"P-256","kid":"a","x":"\#(zero)","y":"\#(zero)"}"#
    #expect(keys(#"{"keys":[\#(nowhere)]}"#, .es256)?.keys.count == 0)
    for text in ["", "{}", "[]", "null", #"{"keys":{}}"#, #"{"keys":[1]}"#] {
      #expect(keys(text, .rs256) == nil)
    }
  }
}
