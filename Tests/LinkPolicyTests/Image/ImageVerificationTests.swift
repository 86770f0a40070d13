import LinkPolicyDiagnostics
import LinkPolicyTestSupport
import Testing

@testable import LinkPolicy
@testable import LinkPolicyAuthoring
@testable import LinkPolicyYAML

/// An altered image fails its verification, even if length and checksum are correct.
@Suite struct ImageVerificationTests {
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
        hit: first
        rows:
          - {id: trusted, domain: d, claim.c: yes, is: yes}
          - {id: also, domain: d, is: no, overrides: [trusted]}
          - {id: rest, is: no}
    proof: {trust: yes}
    impossible:
      - {setting.mode: shut, claim.c: yes, because: no shut project asks for c}
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

  private let policy: CompiledPolicy
  private let content: [UInt8]
  private let image: [UInt8]

  init() throws {
    let text = try PolicyText(Array(Self.text.utf8), name: "small.yaml")
    policy = try CompiledPolicy(text.document)
    content = text.expanded
    image = policy.image(containing: content)
  }

  /// Returns the reason for a rejection; nil for a verified image.
  private func rejection(of bytes: [UInt8]) -> ImageRejection? {
    do throws(ImageRejection) {
      _ = try VerifiedImage(bytes, name: "small.image")
      return nil
    } catch {
      return error
    }
  }

  /// Returns whether the policy compiles to the bytes, with the positions of the bytes' rows.
  private func isCompiled(_ bytes: [UInt8]) -> Bool {
    do throws(InvalidImage) {
      return try ImageVerification.difference(between: bytes, and: policy, containing: content)
        == nil
    } catch {
      return false
    }
  }

  @Test func theImageOfAPolicyIsVerified() throws {
    #expect(rejection(of: image) == nil)
    let loaded = try Policy(image: image)
    #expect(loaded.digest == policy.digest)
    let verified = try VerifiedImage(image, name: "small.image")
    #expect(try CompiledPolicy(verified.text.document).digest == loaded.digest)
  }

  @Test func anImageWithoutTextNeedsThePolicy() throws {
    guard case .noText = rejection(of: policy.image) else {
      Issue.record("an image without text is verified by itself")
      return
    }
    let text = try PolicyText(Array(Self.text.utf8), name: "moved/small.yaml")
    #expect(try !VerifiedImage.verify(policy.image, by: text))
    #expect(try !VerifiedImage.verify(image, by: text))
    let same = try PolicyText(Array(Self.text.utf8), name: "small.yaml")
    #expect(try VerifiedImage.verify(policy.image, by: same))
    #expect(try VerifiedImage.verify(image, by: same))
    let other = try PolicyText(
      Array(Self.text.replacing("label.tier: gold, ", with: "").utf8), name: "small.yaml")
    #expect(throws: ImageRejection.self) { try VerifiedImage.verify(policy.image, by: other) }
    #expect(throws: ImageRejection.self) { try VerifiedImage.verify(image, by: other) }
  }

  @Test func everyAlteredByteIsRejectedUnlessItIsAPosition() throws {
    let file = try ImageFile(image)
    let positions = try positionBytes(of: file)
    var accepted = 0
    for index in Thoroughness.share(of: Array(ImageFormat.uncheckedBytes..<image.count)) {
      for bits: UInt8 in [0x01, 0x02, 0x40, 0xFF] {
        var altered = image
        altered[index] ^= bits
        let isAccepted = isCompiled(AlteredImage.mended(altered))
        #expect(!isAccepted || positions.contains(index), "byte \(index), bits \(bits)")
        accepted += isAccepted ? 1 : 0
      }
    }
    // Without accepted positions, nothing would show that the altered images load at all.
    #expect(accepted > 0)
  }

  /// Returns the offsets of the bytes that contain the position of a row or the name of a file.
  private func positionBytes(of file: ImageFile) throws -> Set<Int> {
    let policy = try PolicyImage(loading: image)
    var offsets: Set<Int> = []
    let start = image.count - (content.count + 3) / 4 * 4 - 4 * file.rules.words.count
    func add(row: Int) {
      for part in [ImageFormat.ImageRow.file, .line, .column] {
        offsets.formUnion((0..<4).map { start + 4 * (row + part.rawValue) + $0 })
      }
    }
    for row in policy.guards { add(row: Int(row)) }
    for table in policy.tables.indices {
      for row in 0..<policy.rowCount(ofTable: table) { add(row: policy.row(row, ofTable: table)) }
    }
    let name = Array("small.yaml".utf8)
    for place in 0..<image.count - name.count where Array(image[place..<place + name.count]) == name
    {
      offsets.formUnion(place..<place + name.count)
    }
    return offsets
  }

  @Test func anAlteredTextIsRejectedUnlessItsMeaningIsEqual() throws {
    // The digest ignores the reason of an impossible combination, and the case of letters in a domain.
    let start = image.count - (content.count + 3) / 4 * 4
    var ignored: Set<Int> = []
    for words in ["no shut project asks for c", "d.example"].map({ Array($0.utf8) }) {
      let place = (0..<content.count - words.count).first {
        Array(content[$0..<$0 + words.count]) == words
      }
      ignored.formUnion((start + (try #require(place))..<image.count).prefix(words.count))
    }
    for index in stride(from: image.count - content.count - 3, to: image.count, by: 7)
    where !ignored.contains(index) {
      for bits: UInt8 in [0x01, 0x20, 0xFF] {
        var altered = image
        altered[index] ^= bits
        #expect(rejection(of: AlteredImage.mended(altered)) != nil, "byte \(index), bits \(bits)")
      }
    }
  }

  @Test func aForgedGraphIsNamed() throws {
    let forging: (inout ImageSection) -> Void = { rules in
      let table = Int(rules.words[Int(rules.words[ImageFormat.Rules.tables.rawValue]) + 1])
      let place = table + ImageFormat.Table.graph.rawValue
      // Every attempt meets the row `known`, which signs in.
      rules.words[place] = ImageFormat.terminal | 4
    }
    let forged = try AlteredImage.editing(image, rules: forging)
    #expect(try Policy(image: forged).digest == policy.digest)
    guard case .difference(let found) = rejection(of: forged) else {
      Issue.record("a forged graph is accepted")
      return
    }
    #expect(found.hasSuffix("in the tables"), "\(found)")
  }

  @Test func aConsistentChangeOfTableAndGraphIsRejected() throws {
    // Another policy with the digest and the text of this one.
    let other = try CompiledPolicy(
      yaml: Array(Self.text.replacing("label.tier: gold, ", with: "").utf8), name: "small.yaml")
    let file = try ImageFile(other.image)
    let forged = ImageFile.bytes(
      vocabulary: file.vocabulary, rules: file.rules, digest: policy.digest, text: content)
    guard case .difference = rejection(of: forged) else {
      Issue.record("the tables of another policy are accepted")
      return
    }
    // The text of the other policy with the digest of this one.
    let text = try PolicyText(
      Array(Self.text.replacing("label.tier: gold, ", with: "").utf8), name: "small.yaml"
    ).expanded
    let mixed = ImageFile.bytes(
      vocabulary: file.vocabulary, rules: file.rules, digest: policy.digest, text: text)
    guard case .difference(let found) = rejection(of: mixed) else {
      Issue.record("a wrong digest is accepted")
      return
    }
    #expect(found.hasPrefix("it states the digest "), "\(found)")
  }

  @Test func anAlteredNameIsQuoted() throws {
    let editing: (inout ImageSection) -> Void = { rules in
      var texts = ImageTexts()
      for number in 0..<UInt32(rules.texts.count) {
        texts.append(rules.texts[number] == "known" ? "knoWn" : rules.texts[number])
      }
      rules.texts = texts
    }
    guard
      case .difference(let found) = rejection(of: try AlteredImage.editing(image, rules: editing))
    else {
      Issue.record("an altered id is accepted")
      return
    }
    #expect(found.hasPrefix("text ") && found.hasSuffix("it should be `known`"), "\(found)")
  }

  @Test func textThatIsNotCanonicalOrNotAPolicyIsRejected() {
    for text in ["linkpolicy: 1\nname: x\n", "}", "\u{FEFF}", Self.text + "\n# a comment\n"] {
      let bytes = policy.image(containing: Array(text.utf8))
      #expect(rejection(of: bytes) != nil, "\(text.prefix(20))")
    }
    // Text that extends a policy cannot be compiled without other files.
    let extending = "linkpolicy: 1\nname: small\nextends: firebase\n"
    guard case .invalidText = rejection(of: policy.image(containing: Array(extending.utf8))) else {
      Issue.record("a text that extends a policy is accepted")
      return
    }
  }

  @Test func paddingAndLengthOfTheTextAreChecked() throws {
    var bytes = policy.image(containing: content + [0x0A])
    #expect(rejection(of: bytes) != nil)
    bytes = image
    let place = 4 * ImageFormat.Header.textCount.rawValue
    AlteredImage.write(UInt32(content.count - 1), at: place, in: &bytes)
    #expect(rejection(of: AlteredImage.mended(bytes)) != nil)
    AlteredImage.write(UInt32.max, at: place, in: &bytes)
    #expect(AlteredImage.refusal(of: AlteredImage.mended(bytes))?.reason == .malformed)
    AlteredImage.write(0, at: place, in: &bytes)
    #expect(AlteredImage.refusal(of: AlteredImage.mended(bytes))?.reason == .malformed)
  }
}
