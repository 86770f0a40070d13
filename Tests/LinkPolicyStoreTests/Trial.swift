import LinkPolicy
import LinkPolicyPresets
import LinkPolicyStore
import MemoryStore

/// An attempt that is settled on a store of its own, under `firebase`.
struct Trial {
  var attempt: Attempt
  var caller = Lookup.Caller.nobody
  var passwordHash: String? = "hash"
  var policy = Presets.firebase

  init(_ attempt: Attempt, by caller: Lookup.Caller = .nobody) {
    self.attempt = attempt
    self.caller = caller
  }

  /// Settles it on some store; without a pause between tries, since a test waits for nobody.
  func settle(
    on store: inout some AccountStore & ~Copyable, once id: String? = nil,
    retries: Retries = Retries { _ in }, telling hook: (@Sendable (PolicyEvent) -> Void)? = nil
  ) throws(StoreError) -> Settled {
    try store.settle(
      attempt, by: caller, under: [:], policy: policy, method: .enabled,
      passwordHash: passwordHash, once: id, retries: retries, telling: hook)
  }

  static func signIn(
    _ provider: String, _ subject: String, _ email: String = "ada@gmail.com"
  ) -> Trial {
    Trial(
      Attempt(
        .signIn,
        with: Assertion(
          verified: provider, subject: subject, addresses: [AddressRecord(email)], nonce: .matched))
    )
  }

  /// What happens on the memory that `filled()` has: each writes something of another kind.
  static let all: [(name: String, trial: Trial)] = [
    ("creates", .signIn("google.com", "g9", "eve@gmail.com")),
    ("takes over", .signIn("google.com", "g1")),
    ("is refused", .signIn("github.com", "h1")),
    (
      "links",
      Trial(
        Attempt(
          .link,
          with: Assertion(
            verified: "twitter.com", subject: "t1", addresses: [], nonce: .matched)),
        by: .session("s1"))
    ),
    ("moves", Trial(Attempt(.updateEmail, address: "new@example.com"), by: .session("s1"))),
    ("asks for a reset", Trial(Attempt(Action("request-reset"), address: "ada@gmail.com"))),
    (
      "resets",
      Trial(
        Attempt(Action("reset-password")), by: Lookup.Caller(session: nil, target: nil, code: "c1"))
    ),
    ("signs out", Trial(Attempt(Action("sign-out")), by: .session("s1"))),
    ("refreshes", Trial(Attempt(Action("refresh")), by: .session("s1"))),
    ("is deleted", Trial(Attempt(.delete), by: .session("s1"))),
    (
      "is disabled",
      Trial(Attempt(Action("disable")), by: Lookup.Caller(session: nil, target: "u1", code: nil))
    ),
  ]

  /// A memory with Ada's account, a session of it and a reset code.
  static func filled() throws(StoreError) -> SharedMemory {
    let memory = SharedMemory()
    var store = MemoryStore(memory)
    _ = try Trial.signIn("facebook.com", "f1").settle(on: &store)
    _ = try Trial(
      Attempt(Action("request-reset"), address: "ada@gmail.com")
    ).settle(on: &store)
    return memory
  }
}

extension MemoryStore {
  /// The same store, with something happening before each call.
  func interrupted(
    _ interrupt: @escaping (_ call: Int, _ name: String) throws(StoreError) -> Void
  ) -> InterruptedStore<MemoryStore> {
    InterruptedStore(self, interrupt: interrupt)
  }
}

extension SharedMemory {
  /// All rows as a text, to be compared.
  var text: String { String(describing: rows) }
}
