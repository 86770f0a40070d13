extension Situation {
  /// The situation as an action sees it that takes codes of one purpose, or none (nil).
  ///
  /// The one place where purposes are compared: whatever asks for facts, the account pointed to or
  /// the address comes through here. A code of another purpose is an unknown one, so that nothing
  /// of what it says can be learnt or done by it. Throws an ``InputError`` for a purpose that the
  /// policy does not have, or a code that does not say its own.
  consuming func withCode(
    takenFor taken: CodePurpose?, by purposes: PurposeTable
  ) throws(InputError) -> Situation {
    guard let code, let taken else { return self }
    guard let purpose = code.purpose else {
      guard code.state == .unknown else {
        throw InputError(.missing, "a known code needs the purpose it was mailed for")
      }
      return self
    }
    guard code.state != .unknown else {
      throw InputError(.contradiction, "an unknown code has no purpose")
    }
    guard purposes.number(of: purpose) != nil else {
      var message = "unknown purpose `" + purpose.name.text + "` of a code"
      if let nearest = Name.nearest(purpose.name, to: purposes.names) {
        message += "; did you mean `" + nearest.text + "`?"
      }
      throw InputError(.undeclared, message)
    }
    guard purpose != taken else { return self }
    var situation = self
    situation.code = .unknown(id: code.id)
    if let account = code.account {
      // Nothing is pointed to by it any more, but it is there all the same.
      situation.unnamedAccounts.append(account)
    }
    return situation
  }
}
