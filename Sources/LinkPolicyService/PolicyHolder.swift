public import LinkPolicy
public import LinkPolicyDiagnostics
internal import LinkPolicySystem
internal import Synchronization

/// The current policy of a service.
///
/// You can replace the policy while other threads decide.
///
/// Let each request read ``current`` once. A replacement is atomic: later requests use the new policy, and running
/// requests keep their policy. The holder rejects a policy that does not load or does not have the pinned digest. A
/// policy that interprets stored rows differently, such as a policy that ignores dots in addresses, also needs your
/// confirmation that you examined the store.
public final class PolicyHolder: Sendable {
  private let served: Mutex<ServedPolicy>

  /// Creates a holder with its first policy.
  ///
  /// - Parameters:
  ///   - policy: the policy with which the service starts.
  ///   - digest: the digest that the policy must have, such as the digest of the policy that you reviewed; nil to
  ///     accept any digest.
  /// - Throws: a ``PolicyRefusal`` if the policy does not have the required digest.
  public init(_ policy: Policy, pinned digest: PolicyDigest? = nil) throws(PolicyRefusal) {
    try ReplacementCheck.check(policy, pinned: digest)
    served = Mutex(ServedPolicy(policy: policy, shadow: nil))
  }

  /// The current policy and its shadow at the time of the call.
  public var current: ServedPolicy { served.withLock { $0 } }

  /// Replaces the current policy if all checks pass.
  ///
  /// The shadow policy does not change.
  ///
  /// - Parameters:
  ///   - policy: the new policy.
  ///   - digest: the digest that the policy must have, such as the digest of the policy that you reviewed; nil to
  ///     accept any digest.
  ///   - examined: the confirmation that you examined the store; required if the new policy interprets stored rows
  ///     differently, and otherwise ignored.
  /// - Returns: the previous policy.
  /// - Throws: a ``PolicyRefusal`` if a check fails, in which case the current policy stays.
  @discardableResult
  public func replace(
    with policy: Policy, pinned digest: PolicyDigest? = nil, examined: StoreExamination? = nil
  ) throws(PolicyRefusal) -> Policy {
    // One lock covers the comparison and the replacement, so no other thread can replace the compared policy in
    // between.
    try served.withLock { served throws(PolicyRefusal) in
      let old = served.policy
      try ReplacementCheck.check(policy, after: old, pinned: digest, examined: examined)
      served = ServedPolicy(policy: policy, shadow: served.shadow)
      return old
    }
  }

  /// Starts, changes or ends shadow mode.
  ///
  /// The shadow policy does not query the store. The shadow policy receives the answers to the current policy's lookup.
  /// If the shadow policy would ask other questions, for example because of other address rules, the comparison reports
  /// the difference `lookup`.
  ///
  /// - Parameters:
  ///   - policy: the policy to compare with the current policy; nil to end shadow mode.
  ///   - digest: the digest that the policy must have, such as the digest of the policy that you reviewed; nil to
  ///     accept any digest.
  /// - Throws: a ``PolicyRefusal`` if the policy has another digest, in which case the current shadow stays.
  public func setShadow(
    _ policy: Policy?, pinned digest: PolicyDigest? = nil
  ) throws(PolicyRefusal) {
    if let policy {
      try ReplacementCheck.check(policy, pinned: digest)
    }
    served.withLock { $0 = ServedPolicy(policy: $0.policy, shadow: policy) }
  }
}

extension PolicyHolder {
  /// Loads a policy image from a file, and makes the loaded policy the current policy.
  ///
  /// - Parameters:
  ///   - path: the path of a file that `linkpolicy compile` wrote.
  ///   - digest: the digest that the image must contain; nil to accept any digest. The author of an image writes the
  ///     digest, and loading does not recompute it, so the digest does not protect against forged files.
  ///   - examined: the confirmation that you examined the store; required if the new policy interprets stored rows
  ///     differently, and otherwise ignored.
  /// - Returns: the result; after any error, such as a missing file, the current policy stays.
  public func reload(
    imageFile path: String, pinned digest: PolicyDigest? = nil, examined: StoreExamination? = nil
  ) -> PolicyReload {
    put(pinned: digest, examined) { () throws(PolicyRefusal) in try Policy(imageFile: path) }
  }

  /// Loads a policy image from bytes that the service has read, and makes the loaded policy the current policy.
  ///
  /// - Parameters:
  ///   - image: the bytes that `linkpolicy compile` wrote.
  ///   - digest: the digest that the image must contain; nil to accept any digest. The author of an image writes the
  ///     digest, and loading does not recompute it, so the digest does not protect against forged files.
  ///   - examined: the confirmation that you examined the store; required if the new policy interprets stored rows
  ///     differently, and otherwise ignored.
  /// - Returns: the result; after any error the current policy stays.
  public func reload(
    image: [UInt8], pinned digest: PolicyDigest? = nil, examined: StoreExamination? = nil
  ) -> PolicyReload {
    put(pinned: digest, examined) { () throws(PolicyRefusal) in
      try Policy(image: image, file: nil)
    }
  }

  /// Loads a policy with a closure, for example from its text with `LinkPolicyYAML`, and makes the loaded policy the
  /// current policy.
  ///
  /// - Parameters:
  ///   - digest: the digest that the policy must have, such as the digest of the policy that you reviewed; nil to
  ///     accept any digest.
  ///   - examined: the confirmation that you examined the store; required if the new policy interprets stored rows
  ///     differently, and otherwise ignored.
  ///   - load: the closure that loads the policy; called once, on this thread, without a lock.
  /// - Returns: the result; if the closure throws or a check fails, the current policy stays.
  public func reload(
    pinned digest: PolicyDigest? = nil, examined: StoreExamination? = nil,
    loading load: () throws(InvalidInput) -> Policy
  ) -> PolicyReload {
    put(pinned: digest, examined) { () throws(PolicyRefusal) in
      do throws(InvalidInput) {
        return try load()
      } catch {
        throw .invalidInput(error)
      }
    }
  }

  private func put(
    pinned digest: PolicyDigest?, _ examined: StoreExamination?,
    _ load: () throws(PolicyRefusal) -> Policy
  ) -> PolicyReload {
    do throws(PolicyRefusal) {
      let new = try load()
      let inForce = current.policy.digest
      try ReplacementCheck.check(new, pinned: digest)
      guard new.digest != inForce else { return .unchanged(inForce) }
      let old = try replace(with: new, pinned: digest, examined: examined)
      return .replaced(old: old.digest, new: new.digest)
    } catch {
      return .kept(current.policy.digest, error)
    }
  }
}

/// The policy that decides one request, and the shadow policy that is compared with it.
///
/// Read this value once for each request. The lookup and the decision then use the same policy, even if the holder's
/// policy is replaced in the meantime.
public struct ServedPolicy: Sendable {
  /// The policy that decides.
  public let policy: Policy
  /// The shadow policy, whose decisions are only compared; nil if there is no shadow mode.
  public let shadow: Policy?

  /// Decides an attempt from the answers to its lookup, and compares the decision with the shadow's decision.
  ///
  /// - Parameters:
  ///   - lookup: the answered lookup, built by ``policy``.
  ///   - compare: a function that receives the comparison, before this call returns. The function runs only in shadow
  ///     mode, and only if ``policy`` can decide the attempt.
  /// - Returns: the decision of ``policy``, which does not depend on the shadow.
  /// - Throws: the `InputError` of ``policy``, for example for a lookup that an earlier policy built.
  public func decide(
    _ lookup: AnsweredLookup, comparing compare: (ShadowComparison) -> Void = { _ in }
  ) throws(InputError) -> Decision {
    let decision = try policy.decide(lookup)
    if let shadow {
      compare(ShadowComparison(decision, of: lookup, by: shadow))
    }
    return decision
  }
}

/// The result of loading a policy, returned instead of thrown, because a failed load does not stop the service.
public enum PolicyReload: Sendable {
  /// The new policy decides from now on.
  case replaced(old: PolicyDigest, new: PolicyDigest)
  /// The loaded policy has the same digest as the current policy, so the current policy stays.
  case unchanged(PolicyDigest)
  /// The current policy stays for the given reason.
  case kept(PolicyDigest, PolicyRefusal)

  /// The reason why the loaded policy was rejected; nil if the policy was replaced or is unchanged.
  public var refusal: PolicyRefusal? {
    if case .kept(_, let refusal) = self { refusal } else { nil }
  }
}

/// The reason why a policy is rejected, in which case the current policy stays.
public enum PolicyRefusal: Error, Sendable {
  /// The new policy has a digest that differs from the digest that the caller pinned.
  case otherDigest(pinned: PolicyDigest, found: PolicyDigest)
  /// The policy interprets stored rows differently from the current policy, and the caller did not confirm an
  /// examination of the store.
  case otherStoredRows([StoredRowDifference], old: PolicyDigest, new: PolicyDigest)
  /// The caller confirmed an examination of the store for a different pair of policies.
  case otherExamination(StoreExamination, old: PolicyDigest, new: PolicyDigest)
  /// The file cannot be read, or the text has errors; every finding has its position.
  case invalidInput(InvalidInput)
  /// The bytes are not a valid image; `file` is the path of their file, or nil if the bytes do not come from a file.
  case invalidImage(InvalidImage, file: String?)

  /// A description of the problem and its fix, in one line.
  public var message: String {
    switch self {
    case .otherDigest(let pinned, let found):
      "the policy has the digest `\(found.text)` and is pinned to `\(pinned.text)`; "
        + "review the changes, and pin it again"
    case .otherStoredRows(let differences, let old, let new):
      "the policy `\(new.text)` interprets stored accounts differently than `\(old.text)`: "
        + differences.map { $0.words }.joined(separator: ", ")
        + "; examine the store, and pass a `StoreExamination` of these two policies"
    case .otherExamination(let examination, let old, let new):
      "the store under `\(examination.old.text)` was examined for `\(examination.new.text)`, but "
        + "the replacement is from `\(old.text)` to `\(new.text)`; examine it again"
    case .invalidInput(let findings): Self.message(of: findings)
    case .invalidImage(let image, let file):
      (file.map { "`\($0)`: " } ?? "") + image.message
        + "; make it again with `linkpolicy compile`"
    }
  }

  /// Returns the first error with its position and help, and the number of further errors.
  private static func message(of findings: InvalidInput) -> String {
    let errors = findings.diagnostics.filter { $0.level == .error }
    guard let first = errors.first else { return "the policy cannot be read" }
    let place = first.position.map { findings.sources.describe($0) + ": " } ?? ""
    let more = errors.count > 1 ? " (and \(errors.count - 1) more)" : ""
    return place + first.message + (first.help.map { "; " + $0 } ?? "") + more
  }
}

/// The checks before a policy becomes current.
enum ReplacementCheck {
  /// Throws if a policy does not have the pinned digest.
  static func check(_ policy: Policy, pinned digest: PolicyDigest?) throws(PolicyRefusal) {
    if let digest, policy.digest != digest {
      throw .otherDigest(pinned: digest, found: policy.digest)
    }
  }

  /// Throws if a policy lacks the pinned digest, or interprets stored rows differently without an examination for these
  /// two policies.
  static func check(
    _ new: Policy, after old: Policy, pinned digest: PolicyDigest?, examined: StoreExamination?
  ) throws(PolicyRefusal) {
    try check(new, pinned: digest)
    let differences = StoredRowDifference.between(old, new)
    guard !differences.isEmpty else { return }
    guard let examined else {
      throw .otherStoredRows(differences, old: old.digest, new: new.digest)
    }
    guard examined == StoreExamination(ofStoreUnder: old.digest, for: new.digest) else {
      throw .otherExamination(examined, old: old.digest, new: new.digest)
    }
  }
}

extension Policy {
  /// The maximum number of bytes of an image: 64 MiB, which no valid image exceeds.
  private static var imageLimit: Int { 64 << 20 }

  /// Loads an image; `file` is the file name in error messages, or nil.
  init(image bytes: [UInt8], file: String?) throws(PolicyRefusal) {
    do throws(InvalidImage) {
      try self.init(image: bytes)
    } catch {
      throw .invalidImage(error, file: file)
    }
  }

  /// Reads and loads an image from a file.
  init(imageFile path: String) throws(PolicyRefusal) {
    let bytes: [UInt8]
    do throws(InvalidInput) {
      bytes = try InputFile.read(path, limit: Self.imageLimit)
    } catch {
      throw .invalidInput(error)
    }
    if let refusal = FileKind.refusal(wanting: .image, bytes, name: path) {
      throw .invalidInput(refusal)
    }
    try self.init(image: bytes, file: path)
  }
}
