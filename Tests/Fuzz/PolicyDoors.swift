import LinkPolicy
import LinkPolicyJSON
import LinkPolicyVectors
import LinkPolicyYAML

/// A policy text: what loads means the same when it is laid out anew or expanded.
enum PolicyDoor {
  static func take(_ bytes: [UInt8]) {
    do throws(InvalidInput) {
      let laidOut = try PolicyFormatter.format(bytes, name: "fuzz.yaml")
      guard let again = try? PolicyFormatter.format(laidOut, name: "again.yaml") else {
        fatalError("what was laid out cannot be read")
      }
      require(again == laidOut, "laying out twice changes more")
      let text = try PolicyText(bytes, name: "fuzz.yaml", finder: Shipped.finder)
      let digest = PolicyDigest(of: text.document).text
      require(meaning(of: laidOut) == digest, "laying out changes the meaning")
      require(meaning(of: text.expanded) == digest, "expanding changes the meaning")
      _ = try Policy(text.document)
    } catch {
      checkRefusal(error)
    }
  }

  private static func meaning(of bytes: [UInt8]) -> String? {
    guard let text = try? PolicyText(bytes, name: "again.yaml", finder: Shipped.finder) else {
      return nil
    }
    return PolicyDigest(of: text.document).text
  }
}

/// A vector file in each of its formats: every case that is read can be played.
enum VectorDoor {
  static func take(_ bytes: [UInt8]) {
    for format in VectorReader.Format.allCases {
      do throws(InvalidInput) {
        let cases = try VectorReader.read(bytes, name: "fuzz", format: format)
        for vector in cases {
          play(vector)
        }
      } catch {
        checkRefusal(error)
      }
    }
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
