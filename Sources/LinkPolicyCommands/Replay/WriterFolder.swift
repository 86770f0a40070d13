internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyDiagnostics
internal import LinkPolicyReview
internal import LinkPolicySystem
internal import LinkPolicyYAML

/// A folder that contains, as documents and as images, the policies that wrote records.
struct WriterFolder {
  private let path: String

  init(_ path: String) {
    self.path = path
  }

  /// Returns the policies of the folder by their digests.
  ///
  /// The function ignores hidden files and subfolders. The function also skips any file that loads neither as a policy
  /// nor as an image, and reports the file. If an image without text and a policy with text have the same digest, the
  /// result contains the policy with text.
  func policies(_ terminal: inout Terminal) throws(InvalidInput) -> [PolicyDigest: ReplayPolicy] {
    let names: [Name]
    do throws(SystemFailure) {
      names = try Folder.names(in: path)
    } catch {
      throw FileProblem.finding(about: path, error.reason)
    }
    var found: [PolicyDigest: ReplayPolicy] = [:]
    var unverified: [PolicyDigest: ReplayPolicy] = [:]
    for name in names where !name.bytes.starts(with: [UInt8(ascii: ".")]) {
      let file = Folder.join(path, name.text)
      guard Folder.isFolder(file) == false else { continue }
      do throws(InvalidInput) {
        switch try PolicySource(file).given(terminal) {
        case .text(let text):
          let policy = try CompiledPolicy(text.document)
          found[policy.digest] = ReplayPolicy(policy)
        case .image(_, let bytes) where VerifiedImage.hasText(bytes):
          let policy = try CompiledPolicy(PolicySource.text(in: bytes, named: file).document)
          found[policy.digest] = ReplayPolicy(policy)
        case .image(let policy, _): unverified[policy.digest] = ReplayPolicy(image: policy)
        }
      } catch {
        let reason = error.diagnostics.first.map { ": " + $0.message } ?? ""
        terminal.say("note: skipped `\(file)`, which is not a policy that loads\(reason)")
      }
    }
    return unverified.merging(found) { _, verified in verified }
  }
}
