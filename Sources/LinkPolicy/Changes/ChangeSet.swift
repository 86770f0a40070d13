/// Everything that a store does for a decision, in one transaction, and nothing else.
///
/// First every requirement is checked; where one does not hold, nothing is written, and the attempt
/// is looked up and decided again. Then the writes are carried out in order, and the versions of the
/// accounts raised that ``Write/raisesVersion`` names, each once. Notices go to an outbox of the
/// same transaction. A set without writes needs no transaction at all.
public struct ChangeSet: Sendable {
  /// An id of the caller's; a store that has carried out a set with this id does nothing again.
  public var id: String?
  /// What must be so still.
  public let requirements: [Requirement]
  /// What to write, in order.
  public let writes: [Write]
  /// Whom to tell what after the commit.
  public let notices: [Notice]

  /// Creates a set without an id from its parts.
  package init(requirements: [Requirement], writes: [Write], notices: [Notice]) {
    self.requirements = requirements
    self.writes = writes
    self.notices = notices
  }

  /// Whether there is nothing to do.
  public var isEmpty: Bool { writes.isEmpty && notices.isEmpty }

  /// The set with an id of the caller's.
  ///
  /// - Parameter id: an id that no other set of the store has; where it is one that a client sends, joined with what is asked, as
  ///   `requestID(_:by:)` of `LinkPolicyStore` does.
  /// - Returns: the same set with the id.
  public func identified(by id: String) -> ChangeSet {
    var set = self
    set.id = id
    return set
  }
}

extension Decision {
  /// What a store does for this decision.
  ///
  /// Worked out when it is asked for; a refusal without effects, and a sign-in that changes nothing
  /// but opens a session, come to little or nothing.
  public var changes: ChangeSet {
    var plan = ChangePlan(self)
    for effect in effects {
      for template in effect.templates {
        plan.carryOut(template)
      }
    }
    return changes(of: &plan)
  }

  /// What a store would do for some templates in the place of those of the decision's effects.
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
