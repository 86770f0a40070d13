/// The data that the service keeps in memory about one browser: the next message and unfinished sign-ins.
struct Visit: Sendable {
  /// A sentence to show at the top of the next page.
  struct Message: Sendable {
    var text: String
    var isGood: Bool
  }

  var lastUsed: Int
  var message: Message?
  /// The sign-ins that the browser has started at providers.
  var pending: [PendingSignIn] = []
  /// The refused attempt that resumes when the user provides the remedy.
  var asked: AskedFor?
  /// The address that the user typed last, to prefill the next form.
  var address = ""

  /// Removes and returns the sign-in with a state, so that each answer of a provider counts only once.
  mutating func take(state: String, of provider: String, after earliest: Int) -> PendingSignIn? {
    pending.removeAll { $0.begun <= earliest }
    guard
      let index = pending.firstIndex(where: {
        Digest.isSame($0.state, state) && $0.provider == provider
      })
    else { return nil }
    return pending.remove(at: index)
  }

  /// Remembers a started sign-in, and forgets the oldest if there are more than eight.
  mutating func begin(_ signIn: PendingSignIn) {
    pending.append(signIn)
    pending.removeFirst(max(0, pending.count - 8))
  }
}

/// A sign-in that a browser has started at a provider.
struct PendingSignIn: Sendable {
  let provider: String
  let state: String
  let rawNonce: String
  let purpose: SignInPurpose
  let hasConsent: Bool
  let begun: Int
}
