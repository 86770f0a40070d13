/// What somebody tries to do: an action, and the assertion or address that it comes with.
///
/// A value that copies at the cost of one reference: decisions keep the attempt they are about.
public struct Attempt: Sendable {
  /// What was checked about a requested e-mail link.
  public struct LinkRequest: Sendable {
    /// What is stated of the link.
    package var stated: StatedValues

    /// A link of which something is stated.
    package init(stated: StatedValues) {
      self.stated = stated
    }
  }

  private struct Fields: Sendable {
    var action: Action
    var assertion: Assertion?
    var address: String?
    var profile = Profile()
    var stated = StatedValues()
    var link: LinkRequest?
    var tenant: String?
    var ticket: Ticket?
  }

  /// Always one element: an array is the copy-on-write box that needs nothing unsafe.
  private var box: [Fields]

  /// Creates an attempt that carries a method; consent is a fact, and stated beside it.
  init(_ action: Action, carrying assertion: Assertion, tenant: String?) {
    box = [
      Fields(
        action: action, assertion: assertion, profile: assertion.profile, tenant: tenant)
    ]
  }

  /// Creates an attempt that names a method of the account, such as an unlink.
  ///
  /// - Parameters:
  ///   - action: what is tried, such as ``Action/unlink``.
  ///   - provider: the provider of the method that is named.
  ///   - kind: the kind of the method; nil for the provider's first.
  ///   - subject: the subject of the method; nil where it has none, or any of the provider will do.
  ///   - tenant: the tenant the attempt is made in; nil outside of tenants.
  public init(
    _ action: Action, naming provider: String, kind: MethodKind? = nil, subject: String? = nil,
    tenant: String? = nil
  ) {
    let assertion = Assertion(provider, kind, subject, addresses: [], Profile())
    box = [Fields(action: action, assertion: assertion, tenant: tenant)]
  }

  /// Creates an attempt that carries no method.
  ///
  /// - Parameters:
  ///   - action: what is tried, such as ``Action/updateEmail``.
  ///   - address: the address it is about, as it was entered; nil for an action without one, or
  ///     that takes it from a code.
  ///   - profile: new values, for an action that updates the profile.
  ///   - link: what was checked of a requested e-mail link; nil for every other action.
  ///   - tenant: the tenant the attempt is made in; nil outside of tenants.
  public init(
    _ action: Action, address: String? = nil, profile: Profile = Profile(),
    link: LinkRequest? = nil, tenant: String? = nil
  ) {
    box = [Fields(action: action, address: address, profile: profile, link: link, tenant: tenant)]
  }
}

extension Attempt {
  /// What is tried, by its word in the policy.
  public var action: Action {
    _read { yield box[0].action }
    _modify { yield &box[0].action }
  }

  /// Who asserts what; nil for actions that carry no method.
  public var assertion: Assertion? {
    _read { yield box[0].assertion }
    _modify { yield &box[0].assertion }
  }

  /// The address of an action that carries no method.
  public var address: String? {
    _read { yield box[0].address }
    _modify { yield &box[0].address }
  }

  /// New profile values, for an action that updates the profile.
  public var profile: Profile {
    _read { yield box[0].profile }
    _modify { yield &box[0].profile }
  }

  /// The choices that facts are made of; each has a property of its own, which stands with the
  /// declaration of its fact.
  package var stated: StatedValues {
    _read { yield box[0].stated }
    _modify { yield &box[0].stated }
  }

  /// The checks of a requested e-mail link.
  public var link: LinkRequest? {
    get { box[0].link }
    _modify { yield &box[0].link }
  }

  /// The tenant the attempt is made in.
  public var tenant: String? {
    _read { yield box[0].tenant }
    _modify { yield &box[0].tenant }
  }

  /// The ticket of an earlier refusal that this attempt resumes; one that is about another credential, address
  /// or account, or no longer means the same, is refused with `start-again`.
  public var ticket: Ticket? {
    _read { yield box[0].ticket }
    _modify { yield &box[0].ticket }
  }
}

/// Parts of the assertion that decisions read each time, without a copy of the whole of it.
extension Attempt {
  /// Who asserts, and whom; nil for actions that carry no method.
  var asserted: (provider: String, subject: String?)? {
    let fields = box.span
    guard let provider = fields[0].assertion?.provider else { return nil }
    return (provider, fields[0].assertion?.subject)
  }

  /// The kind that the assertion names; nil where it leaves that to the policy, or there is none.
  var assertedKind: MethodKind? { box.span[0].assertion?.kind }

  /// The addresses of the assertion; none where there is no assertion.
  var assertedAddresses: [AddressRecord] { box.span[0].assertion?.addresses ?? [] }

  /// The facts that are stated in the attempt itself, in its assertion or in its link, a bit for each.
  var statedFacts: UInt32 {
    let fields = box.span
    var mask = fields[0].stated.mask
    if let assertion = fields[0].assertion {
      mask |= assertion.stated.mask
    }
    if let link = fields[0].link {
      mask |= link.stated.mask
    }
    return mask
  }

  /// The value that the assertion states of a fact; nil where there is none.
  func assertedValue(of fact: EngineFact) -> Int? {
    box.span[0].assertion?.stated[fact]
  }
}
