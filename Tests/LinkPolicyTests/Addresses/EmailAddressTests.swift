import Testing

@testable import LinkPolicy

@Suite struct EmailAddressTests {
  private func problem(
    _ text: String, _ folding: AddressFolding = AddressFolding()
  ) -> EmailAddressProblem? {
    do throws(EmailAddressProblem) {
      _ = try EmailAddress(text, folding: folding)
      return nil
    } catch {
      return error
    }
  }

  private func canonical(_ text: String, _ folding: AddressFolding) throws -> String {
    String(decoding: try EmailAddress(text, folding: folding).bytes, as: UTF8.self)
  }

  private func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test func ordinaryAddressesAreAccepted() throws {
    let letters = repeated("a", 63)
    for text in [
      "a@b.c", "alice@example.com", "a.b.c@example.co.uk", "a+b@x.org", "+@x.org",
      "!#$%&'*+-/=?^_`{|}~@x.org", "1@2.x3", "a@1.2.3.d", "a@xn--bcher-kva.example",
      "a@XN--BCHER-KVA.example", "a@a-b.c-d", "a@a-b--c.de", "a@\(letters).org",
      repeated("a", 64) + "@x.org", "a@b.xn--p1ai", "-@x.org", "a@ab1.x",
      "a@\(letters).\(letters).\(letters).\(repeated("b", 60))",
    ] {
      #expect(problem(text) == nil, "\(text)")
      let address = try EmailAddress(text, folding: AddressFolding())
      #expect(address.bytes[address.atIndex] == UInt8(ascii: "@"))
      let parts = Array(address.localPart) + [UInt8(ascii: "@")] + Array(address.domain)
      #expect(parts == address.bytes)
      #expect(try EmailAddress.validate(text.utf8Span.span) == address.atIndex)
    }
  }

  @Test func everythingElseIsRefusedWithItsReason() {
    let letters = repeated("a", 63)
    let cases: [(String, EmailAddressProblem)] = [
      ("", .empty), ("a", .missingAt), ("a.b.c", .missingAt), ("@", .emptyLocalPart),
      ("@x.org", .emptyLocalPart), ("a@", .emptyDomain),
      ("a@b@x.org", .severalAts), ("a@@x.org", .severalAts), ("a@x.org@", .severalAts),
      ("a@x.org,b@x.org", .severalAts), (repeated("a", 65) + "@x.org", .localPartTooLong),
      (".a@x.org", .misplacedDot), ("a.@x.org", .misplacedDot), ("a..b@x.org", .misplacedDot),
      (".@x.org", .misplacedDot), ("a,b@x.org", .localPartCharacter),
      ("a;b@x.org", .localPartCharacter), ("a:b@x.org", .localPartCharacter),
      ("a\\b@x.org", .localPartCharacter), ("a[b]@x.org", .localPartCharacter),
      ("mailto:a@x.org", .localPartCharacter),
      ("\"a\"@x.org", .quotedLocalPart), ("\"a b\"@x.org", .quotedLocalPart),
      ("\"a@b\"@x.org", .quotedLocalPart), ("a\"b@x.org", .quotedLocalPart),
      ("a(c)@x.org", .comment), ("a@x.org(c)", .comment), ("a@(c)x.org", .comment),
      ("<a@x.org>", .angleBracket), ("A<a@x.org>", .angleBracket),
      ("Alice <a@x.org>", .controlOrSpace), (" a@x.org", .controlOrSpace),
      ("a@x.org ", .controlOrSpace), ("a @x.org", .controlOrSpace), ("a@x.org\n", .controlOrSpace),
      ("a\t@x.org", .controlOrSpace), ("a\u{0}@x.org", .controlOrSpace),
      ("a@x\u{0}.org", .controlOrSpace), ("a\u{7F}@x.org", .controlOrSpace),
      ("a@x.org\r\nBcc: b@x.org", .controlOrSpace),
      ("a＠x.org", .notASCII), ("a@b＠x.org", .notASCII), ("ａ@x.org", .notASCII),
      ("a@ｘ.org", .notASCII), ("a@x。org", .notASCII), ("é@x.org", .notASCII),
      ("a@bücher.example", .notASCII), ("a@x.org\u{200B}", .notASCII), ("ı@x.org", .notASCII),
      ("\u{212A}@x.org", .notASCII), ("\u{FEFF}a@x.org", .notASCII), ("a\u{85}@x.org", .notASCII),
      ("a@[127.0.0.1]", .addressLiteral), ("a@[IPv6:::1]", .addressLiteral),
      ("a@127.0.0.1", .addressLiteral), ("a@x.123", .addressLiteral),
      ("a@x.org.", .trailingDot), ("a@x.", .trailingDot), ("a@.", .trailingDot),
      ("a@.x.org", .emptyLabel), ("a@x..org", .emptyLabel),
      ("a@\(letters)a.org", .labelTooLong), ("a@x.\(letters)a", .labelTooLong),
      ("a@-x.org", .labelHyphen), ("a@x-.org", .labelHyphen), ("a@x.-org", .labelHyphen),
      ("a@x.org-", .labelHyphen), ("a@xn--.org", .labelHyphen), ("a@-.org", .labelHyphen),
      ("a@ab--c.org", .reservedLabel), ("a@xm--c.org", .reservedLabel),
      ("a@x.zz--d", .reservedLabel), ("a@1n--d.org", .reservedLabel),
      ("a@x_y.org", .domainCharacter), ("a@x!.org", .domainCharacter),
      ("a@x.org,y.org", .domainCharacter), ("a@x%20.org", .domainCharacter),
      ("a@x.org/p", .domainCharacter), ("a@x.org:25", .domainCharacter),
      ("a@localhost", .singleLabel), ("a@x", .singleLabel),
      ("aa@\(letters).\(letters).\(letters).\(repeated("b", 60))", .tooLong),
      ("a@\(letters).\(letters).\(letters).\(repeated("b", 61))", .tooLong),
      ("a@\(letters).\(letters).\(letters).\(repeated("b", 62))", .domainTooLong),
      (repeated("a", 1000) + "@x.org", .tooLong), (repeated("a", 1_000_000), .tooLong),
    ]
    for (text, expected) in cases {
      #expect(problem(text) == expected, "\(text.prefix(80).debugDescription)")
    }
    let seen = cases.map(\.1)
    for problem in EmailAddressProblem.allCases where problem != .foldedAway {
      #expect(seen.contains(problem), "\(problem)")
    }
  }

  @Test func bytesThatAreNotUTF8AreRefused() {
    for byte in UInt8(0x80)...0xFF {
      let bytes: [UInt8] = [0x61, byte, 0x40, 0x62, 0x2E, 0x63]
      #expect(throws: EmailAddressProblem.notASCII) { try EmailAddress.validate(bytes.span) }
    }
  }

  @Test func foldings() throws {
    let text = "Al.Ice+Tag+2@Example.COM"
    let keep = AddressFolding(foldsLocalCase: false)
    let all = AddressFolding(dropsDots: true, dropsPlusTag: true)
    #expect(try canonical(text, keep) == "Al.Ice+Tag+2@example.com")
    #expect(try canonical(text, AddressFolding()) == "al.ice+tag+2@example.com")
    #expect(try canonical(text, AddressFolding(dropsDots: true)) == "alice+tag+2@example.com")
    #expect(try canonical(text, AddressFolding(dropsPlusTag: true)) == "al.ice@example.com")
    #expect(try canonical(text, all) == "alice@example.com")
  }

  @Test func whatFoldsAwayIsRefused() {
    let tag = AddressFolding(dropsPlusTag: true)
    let both = AddressFolding(dropsDots: true, dropsPlusTag: true)
    #expect(problem("+a@x.org", tag) == .foldedAway)
    #expect(problem("+@x.org", both) == .foldedAway)
    #expect(problem("a.+b@x.org", tag) == .foldedAway)
    #expect(problem("a.+b@x.org", both) == nil)
    #expect(problem("+a@x.org", AddressFolding(dropsDots: true)) == nil)
  }

  /// An uppercase letter makes an address not plain and changes nothing else about its validity.
  @Test func plainAddressesAreThoseThatTheValidatorAccepts() throws {
    let alphabet = Array("abcxnabcxn09.-@.@_A".utf8)
    var number: UInt64 = 7
    var plain = 0
    for _ in 0..<200_000 {
      var bytes: [UInt8] = []
      repeat {
        number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(alphabet[Int(number >> 33) % alphabet.count])
      } while number >> 60 != 0 && bytes.count < 70
      guard let at = EmailAddress.plainAt(bytes.span) else { continue }
      plain += 1
      let letter = try #require(bytes.lastIndex { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
      var upper = bytes
      upper[letter] -= 0x20
      #expect(EmailAddress.plainAt(upper.span) == nil)
      #expect(try EmailAddress.validate(upper.span) == at)
      let kept = try EmailAddress(utf8: bytes.span, folding: AddressFolding(dropsPlusTag: true))
      #expect(kept.bytes == bytes)
    }
    #expect(plain > 300)
    for text in ["a@b.c", "ann.b-c@mail.example.com", "a1@x-y.org"] {
      #expect(EmailAddress.plainAt(text.utf8Span.span) != nil)
    }
  }

  @Test func messagesAreDistinct() {
    var seen: Set<String> = []
    for problem in EmailAddressProblem.allCases {
      #expect(seen.insert(problem.message).inserted)
      #expect(!problem.message.hasSuffix("."))
    }
  }
}
