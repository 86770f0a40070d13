extension Accounts {
  /// Removes a session, for whoever knows that it can make no difference any more.
  package mutating func forgetSession(at index: Int) {
    sessions.remove(at: index)
  }

  /// Removes a code, for whoever knows that it can make no difference any more.
  package mutating func forgetCode(at index: Int) {
    codes.remove(at: index)
  }

  /// Has another session count as the one that asked for a code.
  package mutating func setRequester(ofCodeAt index: Int, to session: String) {
    codes[index].requester = session
  }

  /// Enrols a second factor, which no effect does: a service does it by itself.
  package mutating func enrolFactor(at index: Int) {
    accounts[index].factors += 1
    accounts[index].version += 1
  }
}
