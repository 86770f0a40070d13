/// Everything that a store must check, write and send for one decision, in one transaction.
///
/// The store first checks every requirement. If one does not hold, the store writes nothing: look up and decide the
/// attempt again. Otherwise the store executes the writes in order and increments the version of each account that
/// ``Write/raisesVersion`` names, once for each account. Notices go to an outbox in the same transaction. If the set is
/// empty, you need no transaction.
public struct ChangeSet: Sendable {
  /// The caller's idempotency id; a store that has already committed a set with this id does nothing.
  public var id: String?
  /// The conditions that must still hold at commit time.
  public let requirements: [Requirement]
  /// The writes, in order.
  public let writes: [Write]
  /// The messages to send after the commit.
  public let notices: [Notice]

  /// Creates a set without an id from its parts.
  package init(requirements: [Requirement], writes: [Write], notices: [Notice]) {
    self.requirements = requirements
    self.writes = writes
    self.notices = notices
  }

  /// Whether there is nothing to write or send.
  public var isEmpty: Bool { writes.isEmpty && notices.isEmpty }

  /// Returns the set with an idempotency id.
  ///
  /// - Parameter id: an id that no other set of the store has. Combine an id that a client sends with the
  ///   content of the request, as `requestID(_:by:)` of `LinkPolicyStore` does.
  /// - Returns: the same set with the id.
  public func identified(by id: String) -> ChangeSet {
    var set = self
    set.id = id
    return set
  }
}

extension Decision {
  /// The changes that a store must commit for this decision.
  ///
  /// Every access computes the set again, so keep it. A refusal without effects has an empty set. Most sign-ins of a
  /// known user have one write, which opens a session.
  public var changes: ChangeSet {
    let effects = effects
    guard isAllowed || !effects.isEmpty else {
      return ChangeSet(requirements: [], writes: [], notices: [])
    }
    var plan = ChangePlan(self)
    for effect in effects {
      for template in effect.templates {
        plan.carryOut(template)
      }
    }
    return changes(of: &plan)
  }

  /// Returns the decision's change set with these templates in place of those of its effects.
  package func changes(of templates: [WriteTemplate]) -> ChangeSet {
    var plan = ChangePlan(self)
    for template in templates {
      plan.carryOut(template)
    }
    return changes(of: &plan)
  }

  private func changes(of plan: inout ChangePlan) -> ChangeSet {
    let (writes, notices) = plan.finish()
    return ChangeSet(
      requirements: writes.isEmpty && notices.isEmpty
        ? [] : requirements + plan.furtherRequirements,
      writes: writes, notices: notices)
  }
}

/// A message to send after a change set is committed.
///
/// The store keeps the notice in the same transaction and sends it afterwards, at least once.
public enum Notice: Sendable {
  /// Mails the code of one of the set's ``Write/putCode(_:)`` writes, counted from 0.
  case mail(code: Int, purpose: CodePurpose, to: String)
  /// Notifies the owner of an account at the address that the account had before the set, or nil if it had
  /// none.
  ///
  /// A thief who changes the address therefore cannot catch the notice.
  case owner(AccountReference, to: String?)
}

/// The names of the notices in JSON.
package enum NoticeWord: String, Sendable, CaseIterable {
  case mail, owner

  /// Returns the name of a notice.
  package init(_ notice: Notice) {
    switch notice {
    case .mail: self = .mail
    case .owner: self = .owner
    }
  }
}

extension Lookup {
  /// For each of ``addresses``, the question for its holders, in the form that requirements use.
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
  /// The canonical addresses that the lookup asked for.
  package var askedAddresses: [String] { asked.list }
}
