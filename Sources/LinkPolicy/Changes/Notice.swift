/// Something to tell somebody once a change set is committed; a store keeps it in the same
/// transaction and sends it afterwards, at least once.
public enum Notice: Sendable {
  /// Mails the code of one of the set's ``Write/putCode(_:)`` writes, counted from 0.
  case mail(code: Int, purpose: CodePurpose, to: String)
  /// Tells the owner of an account at the address it had before the set, so that whoever changes
  /// the address is not the one who is told; nil where it had none.
  case owner(AccountReference, to: String?)
}
