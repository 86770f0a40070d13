/// What is known for certain of an account: accounts with one key are explored as one, which may
/// have whatever any of them has.
struct AccountKey: Sendable, Hashable {
  var email = AbstractAddress.none
  var isVerified = false
  /// The value of each label that accounts bear, in the order of the policy; 0 for labels of methods.
  var labels: [UInt16]
  /// Who has proved the owner's address here: by an assertion that only he can obtain, or by mail to
  /// it that he asked for.
  var provers = ActorSet()
  /// Who may have something here; of anybody else there is nothing.
  var present = ActorSet()

  /// Short words for it, the same for one key only.
  var text: String {
    var text = email.letter + (isVerified ? "v" : "u") + " p[" + provers.letters + "] of["
    text += present.letters + "]"
    return labels.contains { $0 != 0 }
      ? text + " #" + labels.map { String($0) }.joined(separator: ".") : text
  }
}
