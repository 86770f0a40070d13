import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTesting
import LinkPolicyYAML

/// A vector file in each of its formats: every case that is read can be played.
///
/// Accepted is what has a case in one of them.
enum VectorEntry {
  static func take(_ bytes: [UInt8]) -> Bool {
    var isAccepted = false
    for format in VectorReader.Format.allCases {
      do throws(InvalidInput) {
        let cases = try VectorReader.read(bytes, name: "fuzz", format: format)
        for vector in cases {
          play(vector)
        }
        isAccepted = isAccepted || !cases.isEmpty
      } catch {
        checkRefusal(error)
      }
    }
    return isAccepted
  }

  private static func play(_ vector: VectorCase) {
    let played =
      vector.needsPolicy
      ? Player(Shipped.policy).play(vector)
      : Player.play(policyTextOf: vector, finder: Shipped.finder)
    for mismatch in played.mismatches {
      require(!mismatch.key.isEmpty || !mismatch.expected.isEmpty, "a mismatch that says nothing")
    }
  }
}
