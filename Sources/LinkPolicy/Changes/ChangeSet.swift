/// The requirements, writes and notices of one decision, which a store commits in one transaction.
///
/// The store first checks every requirement, because rows may have changed since the lookup. If a requirement does not
/// hold, the store writes nothing, and you look up and decide the attempt again. If all requirements hold, the store
/// executes the writes in order. The store also increments the version of each account that ``Write/raisesVersion``
/// names, once per account even if several writes name the account. The store writes the notices to an outbox in the
/// same transaction, so that no crash loses a notice. An empty change set needs no transaction.
public struct ChangeSet: Sendable {
  /// The caller's idempotency id: a store commits only one change set with this id, so that a retry repeats no write.
  public var id: String?
  /// The conditions that must still hold when the store commits the change set.
  public let requirements: [Requirement]
  /// The writes, in the order in which the store executes them.
  public let writes: [Write]
  /// The messages for the service to send after the commit, such as mailed codes.
  public let notices: [Notice]

  /// Creates a change set without an idempotency id, which ``identified(by:)`` can add.
  package init(requirements: [Requirement], writes: [Write], notices: [Notice]) {
    self.requirements = requirements
    self.writes = writes
    self.notices = notices
  }

  /// Whether the change set has no writes and no notices, and therefore needs no transaction.
  public var isEmpty: Bool { writes.isEmpty && notices.isEmpty }

  /// Returns the change set with an idempotency id, so that a retry of the commit repeats no write.
  ///
  /// - Parameter id: an id that no other change set of the store has. If a client sends the id, combine the id with
  ///   the content of the request, as `requestID(_:by:)` of `LinkPolicyStore` does.
  /// - Returns: the same change set with the id.
  public func identified(by id: String) -> ChangeSet {
    var set = self
    set.id = id
    return set
  }
}

extension Decision {
  /// The requirements, writes and notices that a store must commit for this decision.
  ///
  /// Each access computes the change set again, so store the result in a variable. A refusal without effects has an
  /// empty change set. Most sign-ins of a known user have one write, which opens a session.
  public var changes: ChangeSet {
    guard let row = image.row(of: source, inTable: table) else {
      return ChangeSet(requirements: [], writes: [], notices: [])
    }
    var effects = image.effectPlaces(ofRow: row)
    guard effects.count > 0 || image.error(ofRow: row) == nil else {
      return ChangeSet(requirements: [], writes: [], notices: [])
    }
    var plan = ChangePlan(self)
    while let effect = image.next(&effects) {
      for template in effect.templates {
        plan.carryOut(template)
      }
    }
    return changes(of: &plan)
  }

  /// Returns the change set that the decision would have if its effects had other write templates.
  package func changes(of templates: [WriteTemplate]) -> ChangeSet {
    var plan = ChangePlan(self)
    for template in templates {
      plan.carryOut(template)
    }
    return changes(of: &plan)
  }

  private func changes(of plan: inout ChangePlan) -> ChangeSet {
    let (writes, notices) = plan.finish()
    var required: [Requirement] = []
    if !writes.isEmpty || !notices.isEmpty {
      required = requirements
      required += plan.furtherRequirements()
    }
    return ChangeSet(requirements: required, writes: writes, notices: notices)
  }
}

/// A message to send after a change set is committed, such as a mailed code.
///
/// The store saves the notice in the transaction of the change set, and sends the notice at least once after the
/// commit.
public enum Notice: Sendable {
  /// Mails a code that the change set stores; `code` is the index of the code among the ``Write/putCode(_:)`` writes,
  /// from 0.
  case mail(code: Int, purpose: CodePurpose, to: String)
  /// Notifies the owner of an account at the address that the account had before the change set; `to` is nil if the
  /// account had no address.
  ///
  /// A thief who changes the address therefore cannot intercept the notice.
  case owner(AccountReference, to: String?)
}

/// The names of the notices in JSON, such as `mail`.
package enum NoticeWord: String, Sendable, CaseIterable {
  case mail, owner

  /// Creates the JSON name of a notice, such as `owner`.
  package init(_ notice: Notice) {
    switch notice {
    case .mail: self = .mail
    case .owner: self = .owner
    }
  }
}

extension Lookup {
  /// One question for each address in ``addresses``: who holds the address? A requirement can contain this question.
  package var addressQuestions: [Requirement.AddressQuestion] {
    let keys = keys
    return keys.addresses.map { address in
      Requirement.AddressQuestion(
        address: address, tenant: keys.tenant, heldBy: keys.heldBy, pool: pool,
        poolIndex: keys.poolIndex)
    }
  }
}

extension Decision {
  /// The canonical addresses whose holders the lookup asked for.
  package var askedAddresses: [String] { asked.list }
}
