import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyPresets
import LinkPolicyYAML
import Testing

/// A shipped policy that was cut short does not pass for the whole one.
@Suite("Truncated policies") struct TruncatedPolicyTests {
  /// Whether a text is read as a policy.
  private static func isRead(_ bytes: ArraySlice<UInt8>) -> Bool {
    (try? PolicyText(Array(bytes), name: "cut.yaml", finder: Presets.finder)) != nil
  }

  /// A policy is whole without the white space and the comments behind it.
  private static func end(of bytes: [UInt8]) -> Int {
    bytes.lastIndex { $0 > UInt8(ascii: " ") } ?? 0
  }

  /// Of so many cuts one is tried, since each takes as long as reading a policy.
  private static let step = 17

  @Test("every shipped policy states its digest second")
  func stated() throws {
    for name in Presets.names {
      let bytes = try #require(Presets.yaml(named: name))
      let text = String(decoding: bytes, as: UTF8.self)
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      let digest = try Presets.compiled(named: name).digest.text
      #expect(lines[0] == "linkpolicy: 1" && lines[1] == "digest: " + digest, "\(name)")
    }
  }

  @Test("none is read that was cut after a line", arguments: Presets.names)
  func lines(name: String) throws {
    let bytes = try #require(Presets.yaml(named: name))
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") && $0 < Self.end(of: bytes) }
    #expect(ends.count > 15)
    // The last lines are what a cut most easily leaves whole.
    for (number, end) in ends.reversed().enumerated() where number < 20 || number % Self.step == 0 {
      #expect(!Self.isRead(bytes[...end]), "\(name) is read when cut at byte \(end)")
    }
  }

  @Test("none of the bytes of an overlay can be missing from its end")
  func bytes() throws {
    for name in ["hardened", "identity-platform"] {
      let bytes = try #require(Presets.yaml(named: name))
      for end in stride(from: 0, to: Self.end(of: bytes), by: Self.step) {
        #expect(!Self.isRead(bytes[..<end]), "\(name) is read when cut at byte \(end)")
      }
    }
  }
}
