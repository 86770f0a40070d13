import Foundation
import LinkPolicy
import LinkPolicyAuthoring
import LinkPolicyDiagnostics
import LinkPolicyPresets
import LinkPolicyService
import LinkPolicyYAML
import Testing

@Suite("A policy is loaded again, and the old one stays where anything is wrong")
struct ReloadTests {
  private let path = FileManager.default.temporaryDirectory
    .appending(path: "linkpolicy-" + UUID().uuidString + ".image").path

  private func write(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  private func image(_ row: String) throws -> (image: [UInt8], digest: PolicyDigest) {
    let policy = try CompiledPolicy(
      yaml: Array(
        """
        linkpolicy: 1
        name: sample
        providers: {p: {kind: federated}}
        decisions:
          sign-in:
            rows:
              - {id: known, credential: known, do: [sign-in]}
              - {id: \(row), do: []}
        """.utf8), name: "sample.yaml")
    return (policy.image, policy.policy.digest)
  }

  @Test func aFileThatIsInOrderComesIntoForce() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (first, second) = (try image("one"), try image("two"))
    let holder = try PolicyHolder(Policy(image: first.image))
    try write(second.image)
    guard case .replaced(let old, let new) = holder.reload(imageFile: path) else {
      Issue.record("it was not replaced")
      return
    }
    #expect(old == first.digest && new == second.digest)
    #expect(holder.current.policy.digest == second.digest)
    guard case .unchanged(second.digest) = holder.reload(imageFile: path) else {
      Issue.record("it was not the same")
      return
    }
    guard case .replaced = holder.reload(image: first.image, pinned: first.digest) else {
      Issue.record("bytes were not taken")
      return
    }
    #expect(holder.current.policy.digest == first.digest)
  }

  @Test("the old policy stays, and what is wrong is said")
  func kept() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (first, second) = (try image("one"), try image("two"))
    let holder = try PolicyHolder(Policy(image: first.image))
    func expect(_ reload: PolicyReload, _ said: String) {
      guard case .kept(first.digest, let refusal) = reload else {
        Issue.record("it was not kept: \(said)")
        return
      }
      #expect(refusal.message.contains(said), "\(refusal.message)")
      #expect(holder.current.policy.digest == first.digest)
    }
    expect(holder.reload(imageFile: path), "there is no such file")
    expect(holder.reload(imageFile: NSTemporaryDirectory()), "this is a directory")
    try write(Array("linkpolicy: 1\n".utf8))
    expect(
      holder.reload(imageFile: path),
      "the file is a policy, but a policy image is expected; make an image with `linkpolicy compile`"
    )
    var altered = second.image
    altered[altered.count / 2] ^= 1
    try write(altered)
    expect(holder.reload(imageFile: path), path)
    try write(Array(second.image.dropLast()))
    expect(holder.reload(imageFile: path), path)
    try write([])
    expect(holder.reload(imageFile: path), path)
    expect(holder.reload(image: altered), "linkpolicy compile")
    expect(holder.reload(image: second.image, pinned: first.digest), "is pinned to")
    let text = Array("linkpolicy: 1\nname: sample\ndecision: {}\n".utf8)
    expect(
      holder.reload { () throws(InvalidInput) in try Policy(yaml: text, name: "sample.yaml") },
      "sample.yaml:1:1: ")
    expect(
      holder.reload { () throws(InvalidInput) in try Policy(yamlFile: "/nowhere/p.yaml") },
      "there is no such file")
  }

  @Test func aShippedPolicyTakesAnothersPlaceOnlyAfterALook() throws {
    let holder = try PolicyHolder(Presets.firebase)
    let differences = StoredRowDifference.between(Presets.firebase, Presets.hardened)
    let reload = holder.reload { Presets.hardened }
    #expect((reload.refusal != nil) == !differences.isEmpty)
    let looked = StoreExamination(
      ofStoreUnder: Presets.firebase.digest, for: Presets.hardened.digest)
    guard case .replaced = holder.reload(examined: looked, loading: { Presets.hardened }) else {
      #expect(differences.isEmpty)
      return
    }
    #expect(holder.current.policy.digest == Presets.hardened.digest)
  }
}
