/// What the service remembers of a browser, in memory: what it was told, and what it is in the middle of.
struct Visit: Sendable {
  /// A sentence for the top of the next page.
  struct Message: Sendable {
    var text: String
    var isGood: Bool
  }

  var lastUsed: Int
  var message: Message?
  /// Sign-ins that have been begun at providers.
  var pending: [PendingSignIn] = []
  /// What was asked for, and resumes when it is given.
  var asked: AskedFor?
  /// The address that the browser's person typed last, so that it need not be typed again.
  var address = ""

  /// The sign-in that a state belongs to; it is taken, so that an answer counts once.
  mutating func take(state: String, of provider: String, after earliest: Int) -> PendingSignIn? {
    pending.removeAll { $0.begun <= earliest }
    guard
      let index = pending.firstIndex(where: {
        Digest.isSame($0.state, state) && $0.provider == provider
      })
    else { return nil }
    return pending.remove(at: index)
  }

  /// Remembers a sign-in; the oldest is forgotten where there are many.
  mutating func begin(_ signIn: PendingSignIn) {
    pending.append(signIn)
    pending.removeFirst(max(0, pending.count - 8))
  }
}

/// A sign-in that was begun at a provider.
struct PendingSignIn: Sendable {
  let provider: String
  let state: String
  let rawNonce: String
  let purpose: SignInPurpose
  let hasConsent: Bool
  let begun: Int
}
