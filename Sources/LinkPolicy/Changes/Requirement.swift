/// Something that has to be so still when a change set is committed; otherwise the attempt is looked
/// up and decided again.
///
/// Each is one answer of the look-up. A decision is a function of the attempt and these answers, so
/// where they hold inside the transaction that writes, the decision is the one that would be made
/// there.
public enum Requirement: Sendable {
  /// An account that was found is there, and has this version.
  case account(id: String, version: Int)
  /// A credential is held as it was.
  case credential(MethodKey, tenant: String?, holder: Holder)
  /// An address is held by exactly these accounts; the question is the look-up's own.
  case address(AddressQuestion, holders: [String])
  /// A session has not ended.
  case session(id: String)
  /// A code is there and has not been used.
  case code(id: String)

  /// Who holds a credential.
  public enum Holder: Sendable {
    /// Neither an account that is there nor one that is gone.
    case nobody
    /// An account that is gone.
    case gone
    /// A single account that is there, by its id.
    case account(id: String)
  }

  /// Where an address is looked up.
  public struct AddressQuestion: Sendable {
    /// The address in canonical form.
    public var address: String
    /// The tenant searched.
    public var tenant: String?
    /// What holds an address: the account itself, or any of its methods.
    public var heldBy: AddressRules.Holder
    /// The providers among whose accounts to search, as in ``Lookup/pool``.
    public var pool: [String]
    /// The number of that pool in the policy.
    package var poolIndex: Int
  }

  /// What it is about, for messages: lower case, with ids and addresses in backticks.
  public var description: String {
    switch self {
    case .account(let id, let version):
      "account `" + id + "` has version " + String(version)
    case .credential(let key, _, let holder):
      "the credential " + key.description + " is held by " + holder.description
    case .address(let question, let holders):
      "the address `" + question.address + "` is held by "
        + (holders.isEmpty ? "nobody" : Self.list(holders))
    case .session(let id): "session `" + id + "` has not ended"
    case .code(let id): "code `" + id + "` is there and unused"
    }
  }

  private static func list(_ ids: [String]) -> String {
    var text = ""
    for (index, id) in ids.enumerated() {
      text += (index == 0 ? "`" : ", `") + id + "`"
    }
    return text
  }
}

extension Requirement.Holder {
  /// Whether another value says the same.
  package func isSame(as other: Requirement.Holder) -> Bool {
    switch (self, other) {
    case (.nobody, .nobody), (.gone, .gone): true
    case (.account(let id), .account(let otherID)): id.hasSameBytes(as: otherID)
    case (.nobody, _), (.gone, _), (.account, _): false
    }
  }

  /// What it is in messages, ids in backticks.
  package var description: String {
    switch self {
    case .nobody: "nobody"
    case .gone: "an account that is gone"
    case .account(let id): "account `" + id + "`"
    }
  }
}
