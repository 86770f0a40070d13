internal import LinkPolicy
internal import LinkPolicyAuthoring

/// One way in which an attempt can stand to the account that is followed: what that says of facts,
/// and of what the account has.
struct Relation {
  var attempt: AbstractAttempt
  /// What facts can be.
  var limits: FactLimits
  /// What the account may have where it stands so.
  var holdings: ValueSet
  /// The holdings without which it could not stand so.
  var needed: [Int] = []
}
