internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicyStore
internal import LinkPolicyTesting

/// The rows at the start of a round, and the rows at the end without the round's tag.
struct RaceRound {
  /// The tag that every id and address of the round contains.
  let tag: String

  /// The letters of the policies, with which the tags of rounds begin: `firebase` and `hardened`.
  static let letters = ["f", "h"]

  init(tag: String) {
    self.tag = tag
  }

  /// Creates a round for a pair of attempts, under the policy with a letter.
  init(_ letter: String, pair: Int, count: Int) {
    tag = "-\(letter)\(pair)-\(count)-"
  }

  /// The policy that decides the attempts of the round.
  var policy: Policy { tag.hasPrefix("-h") ? Presets.hardened : Presets.firebase }

  /// Returns whether an account's owner may remove the last method, which `firebase` permits.
  static func mayEndWithoutMethod(_ id: String) -> Bool {
    id.hasPrefix("a1-f") || id.hasPrefix("a2-f")
  }

  /// Adds an account with three methods, an account with one method, three sessions and three codes.
  func begin(on store: inout some CheckedStore & ~Copyable) throws(StoreError) {
    let (old, two) = ("old\(tag)@example.com", "two\(tag)@example.com")
    var link = Method("password", .emailLink)
    link.address = old
    link.provedAddress = old
    let first = account(
      "a1", old,
      [
        Method("github.com", .federated, subject: "h1\(tag)"),
        Method("twitter.com", .federated, subject: "t1\(tag)"), link,
      ])
    let second = account("a2", two, [Method("facebook.com", .federated, subject: "f2\(tag)")])
    try store.inTransaction { (store) throws(StoreError) in
      try store.add(first)
      try store.add(second)
      for (session, owner) in [("x1", "a1"), ("x2", "a1"), ("x3", "a2")] {
        _ = try store.add(
          StoredSession(account: owner + tag, epoch: 0, isEnded: false, isRecent: true),
          id: session + tag)
      }
      let codes: [(id: String, purpose: CodePurpose, address: String, isNobodys: Bool)] = [
        ("k1", .reset, old, false), ("k2", .signIn, old, true),
        ("k4", .change, "ada\(tag)@gmail.com", false),
      ]
      for code in codes {
        let row = StoredCode(
          for: code.purpose, address: code.address, account: code.isNobodys ? nil : "a1\(tag)",
          boundTo: code.isNobodys ? nil : old, requester: nil, tenant: nil, isUsed: false,
          isExpired: false)
        _ = try store.add(row, id: code.id + tag)
      }
    }
  }

  private func account(_ id: String, _ email: String, _ methods: [Method]) -> Account {
    var account = Account(
      id: id + tag, version: 0, tenant: nil, email: email, isEmailVerified: true, state: .active,
      epoch: 0, methods: methods, labels: [])
    account.factors = 0
    return account
  }

  /// Returns the final rows and answers of the round as a text without tags and ids of the store.
  func summary(
    on store: inout some CheckedStore & ~Copyable, made: [String], answers: [String]
  ) throws(StoreError) -> String {
    let lines = try store.inTransaction { (store) throws(StoreError) in
      var ids = ["a1\(tag)", "a2\(tag)"] + made
      for address in ["ada\(tag)@gmail.com", "old\(tag)@example.com", "two\(tag)@example.com"] {
        ids += try store.holders(of: address, in: nil, heldBy: .account)
      }
      var lines: [String] = []
      for id in Set(ids) {
        if let line = try Self.line(of: id, on: &store) {
          lines.append(line)
        }
      }
      for code in ["k1", "k2", "k4"] {
        let row = try store.code(code + tag)
        lines.append("\(code) \(row.map { $0.isUsed ? "used" : "unused" } ?? "gone")")
      }
      for session in ["x1", "x2", "x3"] {
        let row = try store.session(session + tag)
        lines.append(
          "\(session) \(row.map { $0.isEnded ? "ended" : "open \($0.epoch)" } ?? "gone")")
      }
      return lines
    }
    return (lines.sorted() + answers).joined(separator: "\n").split(
      separator: tag, omittingEmptySubsequences: false
    ).joined()
  }

  private static func line(
    of id: String, on store: inout some CheckedStore & ~Copyable
  ) throws(StoreError) -> String? {
    guard let account = try store.account(id) else { return nil }
    let methods = account.methods.map {
      "\($0.provider) \($0.subject ?? "-") \($0.provedAddress ?? "-") \($0.isSuperseded)"
    }
    let live = try store.sessions(of: id).filter { !$0.isEnded && $0.epoch >= account.epoch }
    let codes = try store.codes(of: id).map { "\($0.purpose.name.text) \($0.isUsed)" }
    return """
      \(account.email ?? "-") \(account.isEmailVerified) \(account.state) version \
      \(account.version) epoch \(account.epoch) \(methods.sorted()) \(live.count) \(codes.sorted())
      """
  }
}
