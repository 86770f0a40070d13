import LinkPolicyTestSupport
import LinkPolicyYAML
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring

/// An image that is not what was written is refused, or decides within its bounds.
@Suite struct ImageRefusalTests {
  private static let text = """
    linkpolicy: 1
    name: small
    domains: {d: [d.example]}
    providers: {p: {kind: federated}, mail: {kind: password}}
    claims: {c: {yes: [true, "y", null, 1]}}
    settings: {mode: [open, shut]}
    labels: {tier: [basic, gold]}
    facts:
      trust:
        values: [yes, no]
        rows:
          - {id: trusted, domain: d, claim.c: yes, is: yes}
          - {id: rest, is: no}
    proof: {trust: yes}
    guards:
      - {id: shut, setting.mode: shut, origin: returned, refuse: no}
      - {id: would, would: sign-in, setting.mode: shut, refuse: no, ask: consent}
    decisions:
      sign-in.federated:
        rows:
          - {id: known, credential: known, label.tier: gold, do: [refresh-method, sign-in], because: A}
          - {id: new, credential: new, address: [absent, free], trust: yes,
             do: [create, verify-email, set: {tier: gold}, sign-in]}
          - {id: rest, refuse: no, tell: [methods], show: other}
      sign-in.password: {rows: [{id: any, refuse: no}]}
    errors: {no: {names: {web: w}}, other: {}}
    """

  private static let image = Result { try compiled(text).image }

  private static var attempts: [(Attempt, Situation)] {
    var account = Account(id: "a", email: "x@d.example")
    account.methods = [Method("p", .federated, subject: "1")]
    account.labels = [("tier", "gold")]
    var record = AddressRecord("x@d.example")
    record.claims = [AddressRecord.Claim("c", .boolean(true))]
    let known = Assertion(verified: "p", subject: "1", addresses: [record], origin: .returned)
    return [
      (Attempt(.signIn, with: Assertion(verified: "p", subject: "1")), Situation()),
      (
        Attempt(.signIn, with: Assertion(verified: "p", subject: "1", addresses: [record])),
        Situation()
      ),
      (
        Attempt(.signIn, with: known),
        Situation(
          settings: Settings([("mode", "shut")]), credentialHolder: .account(account),
          addressHolders: [account])
      ),
    ]
  }

  /// Loads bytes and asks everything of what they decide; says whether they loaded.
  private func decides(_ bytes: [UInt8]) -> Bool {
    guard let policy = try? Policy(image: bytes) else { return false }
    _ = policy.name + policy.title + policy.digest.text
    for (attempt, situation) in Self.attempts {
      _ = try? policy.lookup(for: attempt, by: .nobody, under: [:])
      guard let decision = try? policy.decide(attempt, in: situation) else { continue }
      _ = (decision.changes, decision.neighbours, decision.factValues, decision.disclosed)
      _ = (decision.shown, decision.ticket, decision.refusedRow, decision.explanation)
      if case .refused(let refusal) = decision.outcome {
        _ = (refusal.code, refusal.names, refusal.name(on: "web"))
      }
    }
    return true
  }

  @Test func loadsAsItWasWritten() throws {
    #expect(decides(try Self.image.get()))
  }

  @Test func everyByteAlteredIsNoticed() throws {
    let image = try Self.image.get()
    for index in image.indices {
      for bits: UInt8 in [0x01, 0x80, 0xFF] {
        var altered = image
        altered[index] ^= bits
        #expect(!decides(altered), "byte \(index)")
      }
    }
  }

  @Test func everyByteAlteredAndMendedIsRefusedOrStaysInBounds() throws {
    let image = try Self.image.get()
    var loaded = 0
    for index in Thoroughness.share(of: Array(ImageFormat.uncheckedBytes..<image.count)) {
      for bits: UInt8 in [0x01, 0x02, 0x40, 0xFF] {
        var altered = image
        altered[index] ^= bits
        loaded += decides(AlteredImage.mended(altered)) ? 1 : 0
      }
    }
    // Texts, positions and answers can be others; most of the rest cannot.
    #expect(loaded > 0 && loaded < 2 * image.count, "\(loaded) of \(4 * image.count)")
  }

  @Test func everyLengthCutIsRefused() throws {
    let image = try Self.image.get()
    for count in image.indices {
      let cut = Array(image[..<count])
      #expect(!decides(cut), "\(count) bytes")
      #expect(!decides(AlteredImage.mended(cut)), "\(count) bytes, mended")
    }
    #expect(!decides(image + [0]))
    #expect(!decides(AlteredImage.mended(image + [0, 0, 0, 0])))
  }

  @Test func saysWhatIsWrong() throws {
    let image = try Self.image.get()
    func message(_ edit: (inout [UInt8]) -> Void) -> String {
      var bytes = image
      edit(&bytes)
      return AlteredImage.refusal(of: bytes)?.message ?? "it loads"
    }
    #expect(
      message { $0 = [] }
        == "not a policy image: the file does not begin with the bytes of an image")
    #expect(message { $0 = Array("linkpolicy: 1".utf8) }.hasPrefix("not a policy image"))
    #expect(
      message { $0[4] = 3 }
        == "the image has format 3, but this library reads format 2; compile the policy again")
    #expect(message { $0 = Array($0[..<20]) }.hasPrefix("truncated: 20 bytes"))
    #expect(
      message { $0.removeLast(5) } == "truncated: \(image.count - 5) of \(image.count) bytes")
    #expect(message { $0.append(0) } == "too long: \(image.count + 1) of \(image.count) bytes")
    #expect(message { $0[image.count - 1] ^= 1 }.hasPrefix("checksum: "))
    let other = message {
      $0[4 * ImageFormat.Header.engine.rawValue] ^= 1
      $0 = AlteredImage.mended($0)
    }
    #expect(other.hasPrefix("the image has other facts"))
  }

  @Test func rulesThatCannotBeAreRefused() throws {
    let image = try Self.image.get()
    func message(_ edit: (inout ImageSection) -> Void) throws -> String {
      AlteredImage.refusal(of: try AlteredImage.editing(image, rules: edit))?.message ?? "it loads"
    }
    func place(_ part: ImageFormat.Rules, _ rules: ImageSection) -> Int {
      Int(rules.words[part.rawValue])
    }
    func row(_ number: Int, _ rules: ImageSection) -> Int {
      let table = Int(rules.words[place(.tables, rules) + 1])
      return Int(rules.words[table + ImageFormat.Table.allCases.count + number])
    }
    func list(_ part: ImageFormat.ImageRow, _ number: Int, _ rules: ImageSection) -> Int {
      Int(rules.words[row(number, rules) + part.rawValue])
    }
    // An effect that a newer engine may have.
    let effect = try message { $0.words[list(.effects, 0, $0) + 1] = 255 }
    #expect(effect.hasSuffix("unknown effect: 255"))
    // A node whose first edge leads to itself.
    let loop = try message {
      let node = place(.nodes, $0) + 1
      $0.words[node + 1] = UInt32(node)
    }
    #expect(loop.hasSuffix("an edge does not lead to an earlier node"))
    // A derived fact that goes by itself, which nothing has set when it is worked out.
    let derived = try Policy(image: image).vocabulary.schema.derived
    let itself = try message {
      var node = place(.nodes, $0) + 1
      while !derived.contains(ImageFormat.low($0.words[node])) {
        node += 1 + ImageFormat.high($0.words[node])
      }
      $0.words[place(.facts, $0) + 1] = UInt32(node)
    }
    #expect(itself.hasSuffix("a derived fact depends on a later one"))
    // A condition on a fact that there is not.
    let fact = try message { $0.words[list(.conditions, 0, $0) + 1] |= 0xFF }
    #expect(fact.hasSuffix("a tested fact is unknown or not read: 255"))
    // A value that the fact does not have.
    let value = try message { $0.words[list(.conditions, 0, $0) + 2] |= 1 << 30 }
    #expect(value.hasSuffix("a set contains an undefined value"))
    // Errors and disclosures.
    #expect(
      try message { $0.words[row(2, $0)] = 3 }.hasSuffix("there is no such error: 3"))
    #expect(
      try message { $0.words[list(.tell, 2, $0) + 1] = 9 }.hasSuffix(
        "unknown disclosure: 9"))
    #expect(try message { $0.words.append(0) }.hasSuffix("there are words after the last part"))
    #expect(try message { $0.words = [] }.contains("ends too early"))
  }

  @Test func vocabulariesThatCannotBeAreRefused() throws {
    let image = try Self.image.get()
    func message(_ edit: (inout ImageSection) -> Void) throws -> String {
      AlteredImage.refusal(of: try AlteredImage.editing(image, vocabulary: edit))?.message
        ?? "it loads"
    }
    #expect(try message { $0.words[0] = 1 << 30 }.contains("no room for as many"))
    // A text that begins within another's character.
    let text = try message {
      var texts = ImageTexts()
      for number in 0..<$0.texts.count {
        texts.append(number == 0 ? Name(bytes: [0xC3]) : $0.texts[UInt32(number)])
      }
      $0.texts = texts
    }
    #expect(text.hasSuffix("text 0 is not UTF-8"))
    let last = try message { $0.words[$0.words.count - 1] = 0x8000_0000 }
    #expect(last.contains("a tested fact is unknown or not read"), "\(last)")
  }

  @Test func theChecksumIsTheOneOfZip() {
    var checksum = ImageChecksum()
    #expect(checksum.value == 0)
    checksum.add(0x3433_3231)
    checksum.add(0x3837_3635)
    #expect(checksum.value == 0x9AE0_DAAF)
    var name = ImageChecksum()
    name.add("abc")
    #expect(name.value == 0x66E1_5D33)
  }

  @Test("tells UTF-8 as the standard library does")
  func validity() {
    var generator = SeededGenerator(seed: 3)
    var valid = 0
    for _ in 0..<20_000 {
      let bytes = (0..<Int(generator.next() % 5)).map { _ in
        generator.pick(
          [
            0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xED, 0xEF,
            0xF0,
            0xF3, 0xF4, 0xF5, 0xFF,
          ] as [UInt8])
      }
      let expected = String(validating: bytes, as: UTF8.self) != nil
      valid += expected ? 1 : 0
      #expect(UTF8Text.isValid(bytes, 0..<bytes.count) == expected, "\(bytes)")
    }
    #expect(valid > 100)
  }
}
