internal import Testing

@testable internal import AccountService

@Suite struct PasswordHashTests {
  @Test func itIsTheRightPasswordAlone() {
    let stored = PasswordHash.make(of: "correct horse")
    #expect(PasswordHash.matches("correct horse", stored))
    for wrong in ["", "correct horse ", "Correct horse", "correct horse\u{0}"] {
      #expect(!PasswordHash.matches(wrong, stored))
    }
    #expect(!stored.contains("correct"))
  }

  @Test func twoHashesOfOnePasswordDiffer() {
    #expect(PasswordHash.make(of: "correct horse") != PasswordHash.make(of: "correct horse"))
  }

  @Test func nothingMatchesWhatIsNotStored() {
    for stored in [nil, "", "scrypt", "scrypt$32768$8$1$$", "plain$correct horse"] {
      #expect(!PasswordHash.matches("correct horse", stored))
    }
    // The cost values are too high for any memory, unlike in the hashes of this service.
    #expect(
      !PasswordHash.matches(
        "x", "scrypt$1099511627776$8$1$AAAA$" + String(repeating: "A", count: 43)))
  }

  @Test func digestsAreThoseOfTheStandard() {
    // The digest of the message `abc` in FIPS 180-4.
    #expect(
      Hexadecimal.text(Digest.sha256(Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Digest.isSame("abc", "abc"))
    #expect(!Digest.isSame("abc", "abd"))
    #expect(!Digest.isSame("abc", "abcd"))
    #expect(Digest.isSame("", ""))
  }
}
