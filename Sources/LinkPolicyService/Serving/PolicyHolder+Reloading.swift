public import LinkPolicy
public import LinkPolicyDiagnostics

extension PolicyHolder {
  /// Loads a policy image from a file, and puts it into force.
  ///
  /// - Parameters:
  ///   - path: the file, as `linkpolicy compile` makes it.
  ///   - digest: the digest that has to stand in it; nil to take whatever does. Whoever makes an image writes it, and
  ///     loading does not work it out again: it is no proof against a forged file.
  ///   - examined: who has looked at the store, where the new policy makes other keys of stored accounts.
  /// - Returns: what became of it; where anything is wrong, such as with a file that is gone, the policy in force
  ///   is kept.
  public func reload(
    imageFile path: String, pinned digest: PolicyDigest? = nil, examined: StoreExamination? = nil
  ) -> PolicyReload {
    put(pinned: digest, examined) { () throws(PolicyRefusal) in try Policy(imageFile: path) }
  }

  /// Loads a policy image from bytes that the service has read, and puts it into force.
  ///
  /// - Parameters:
  ///   - image: the bytes, as `linkpolicy compile` makes them.
  ///   - digest: the digest that has to stand in it; nil to take whatever does. Whoever makes an image writes it, and
  ///     loading does not work it out again: it is no proof against a forged file.
  ///   - examined: who has looked at the store, where the new policy makes other keys of stored accounts.
  /// - Returns: what became of it; where anything is wrong the policy in force is kept.
  public func reload(
    image: [UInt8], pinned digest: PolicyDigest? = nil, examined: StoreExamination? = nil
  ) -> PolicyReload {
    put(pinned: digest, examined) { () throws(PolicyRefusal) in
      try Policy(image: image, file: nil)
    }
  }

  /// Loads a policy in another way, such as from its text by `LinkPolicyYAML`, and puts it into force.
  ///
  /// - Parameters:
  ///   - digest: the digest it has to have; nil to take whatever it has.
  ///   - examined: who has looked at the store, where the new policy makes other keys of stored accounts.
  ///   - load: makes the policy; called once, on this thread, before anything is locked.
  /// - Returns: what became of it; where loading throws, or anything else is wrong, the policy in force is kept.
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
