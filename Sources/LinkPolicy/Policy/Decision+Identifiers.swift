extension Decision {
  /// Throws where a session or a code that the change set is about has no id: what a store is asked
  /// to end, renew or use up has to be named.
  func checkIdentifiers() throws(InputError) {
    // Nearly always both have one, which is asked first, since it costs the least.
    guard session?.isEmpty == true || code?.isEmpty == true,
      !effects.isEmpty || (isAllowed && code != nil)
    else { return }
    if hasLiveSession, let session, session.isEmpty {
      throw InputError(
        .missing, "the session has no id, and `" + attempt.action.name + "` changes what is stored")
    }
    if let code, code.isEmpty {
      throw InputError(
        .missing, "the code has no id, and `" + attempt.action.name + "` changes what is stored")
    }
  }
}
