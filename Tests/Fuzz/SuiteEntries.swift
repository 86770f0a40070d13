import LinkPolicy
import LinkPolicyDiagnostics
import LinkPolicyTesting

/// The manifest of a suite: what is read is written, read and written again as the same, and its
/// files are below its folder.
enum ManifestEntry {
  static func take(_ bytes: [UInt8]) -> Bool {
    do throws(InvalidInput) {
      let manifest = try SuiteManifest(bytes, name: "suite.json")
      let written = manifest.bytes
      guard let again = try? SuiteManifest(written, name: "again.json") else {
        fatalError("what was written cannot be read")
      }
      require(again.bytes == written, "what was written is read as something else")
      for path in manifest.shards.map(\.path) + (manifest.index.map { [$0] } ?? []) {
        let components = path.split(separator: "/", omittingEmptySubsequences: false)
        require(!components.contains { ["", ".", ".."].contains($0) }, "a file outside: \(path)")
      }
      require(manifest.shards.allSatisfy { $0.count > 0 }, "a shard of nothing")
      return true
    } catch {
      checkRefusal(error)
      return false
    }
  }
}

/// The index of a suite: what is read is written, and read again as the same.
enum IndexEntry {
  static func take(_ bytes: [UInt8]) -> Bool {
    do throws(InvalidInput) {
      let index = try BodyIndex(bytes, name: "index.json")
      guard let again = try? BodyIndex(index.bytes, name: "again.json") else {
        fatalError("what was written cannot be read")
      }
      require(again.hashes == index.hashes, "what was written is read as something else")
      return true
    } catch {
      checkRefusal(error)
      return false
    }
  }
}

/// A list of known failures in both of its formats: each entry names a case and says why.
enum KnownEntry {
  static func take(_ bytes: [UInt8]) -> Bool {
    var isAccepted = false
    for name in ["known.yaml", "known.json"] {
      do throws(InvalidInput) {
        let entries = try KnownFailures.entries(bytes, name: name)
        require(entries.allSatisfy { $0.id != nil }, "an entry about no case")
        isAccepted = isAccepted || !entries.isEmpty
      } catch {
        checkRefusal(error)
      }
    }
    return isAccepted
  }
}
