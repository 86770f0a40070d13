// The entry of the WebAssembly build that decides and does not compile: takes an image byte by byte, loads it, and
// decides a sign-in by it.

import LinkPolicy

nonisolated(unsafe) private var image: [UInt8] = []

/// Adds a byte to the image.
@c(lp_add)
public func add(_ byte: UInt32) {
  image.append(UInt8(truncatingIfNeeded: byte))
}

/// Zero where the image decides as its policy says; otherwise the number of the step that did not.
@c(lp_check_image)
public func checkImage() -> Int32 {
  let policy: Policy
  do {
    policy = try Policy(image: image)
  } catch {
    return 1
  }
  guard let first = decide(policy, "google.com", among: []) else { return 2 }
  guard first.isAllowed, isRow("first-trusted", of: first) else { return 3 }
  let changes = first.changes
  guard changes.writes.count == 3, changes.requirements.count == 2 else { return 4 }
  var holder = Account(id: "u1", email: "ada@gmail.com")
  holder.methods = [Method("google.com", .federated, subject: "g1")]
  guard let second = decide(policy, "facebook.com", among: [holder]) else { return 5 }
  guard !second.isAllowed, isRow("untrusted-untrusted", of: second), second.changes.isEmpty else {
    return 6
  }
  guard !second.explanation.utf8.isEmpty, !second.neighbours.isEmpty else { return 7 }
  image[image.count - 1] ^= 1
  do {
    _ = try Policy(image: image)
    return 8
  } catch {
    return 0
  }
}

private func isRow(_ id: String, of decision: Decision) -> Bool {
  decision.row.map { $0.id.hasSameBytes(as: id) } ?? false
}

private func decide(
  _ policy: Policy, _ provider: String, among accounts: [Account]
) -> Decision? {
  let attempt = Attempt(
    .signIn,
    with: Assertion(
      verified: provider, subject: "7", addresses: [AddressRecord("ada@gmail.com")]))
  do {
    let lookup = try policy.lookup(for: attempt, by: .nobody, under: [:])
    return try policy.decide(
      try lookup.answered(
        credential: .nobody, addresses: [accounts], session: .notAsked, target: .notAsked,
        code: .notAsked, method: .enabled))
  } catch {
    return nil
  }
}
