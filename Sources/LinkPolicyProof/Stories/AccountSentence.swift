internal import LinkPolicy

/// An account in plain words, such as `u1 ana@gmail.com verified [google.com:owner] signed in: owner`.
struct AccountSentence {
  let account: Account
  /// Who is signed in to it.
  let sessions: [Actor]
  /// Who has enrolled a second factor.
  var factors: [Actor] = []
  /// Who set a password of the account, by its provider.
  let passwordSetter: (_ provider: String) -> Actor?

  var text: String {
    let methods = account.methods.map { method in
      let holder =
        method.subject
        ?? (method.closedKind == .password ? passwordSetter(method.provider)?.subject : nil)
      return method.provider + (holder.map { ":" + $0 } ?? "")
    }
    var text = account.id + " " + (account.email ?? "without address")
    text += account.email == nil ? "" : account.isEmailVerified ? " verified" : " unverified"
    text += account.state == .active ? "" : " disabled"
    text += " [" + methods.joined(separator: " ") + "] signed in: " + words(for: sessions)
    return text + (factors.isEmpty ? "" : ", second factor: " + words(for: factors))
  }

  private func words(for actors: [Actor]) -> String {
    actors.isEmpty ? "nobody" : actors.map { $0.subject }.joined(separator: " ")
  }
}
