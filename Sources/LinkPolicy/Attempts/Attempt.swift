/// A requested action with its input: an assertion, an address, or the name of a method.
///
/// Copying an attempt is cheap, because the copies share one storage until one of them changes.
public struct Attempt: Sendable {
  /// The service's checks of a requested e-mail link, such as whether the link's domain is allowed.
  public struct LinkRequest: Sendable {
    /// The facts that the service states about the link, such as whether the link's domain is allowed.
    package var stated: StatedValues

    /// Creates the checks of a link from the facts that the service states.
    package init(stated: StatedValues) {
      self.stated = stated
    }
  }

  private struct AttemptFields: Sendable {
    var action: Action
    var assertion: Assertion?
    var address: String?
    var profile = Profile()
    var stated = StatedValues()
    var inputs = Inputs()
    var identifiers: [AccountIdentifier] = []
    var link: LinkRequest?
    var tenant: String?
    var ticket: Ticket?
  }

  /// The attempt's fields, in an array of exactly one element: an array copies its storage on write, and needs no
  /// unsafe code.
  private var box: [AttemptFields]

  /// Creates an attempt with an assertion, for an action such as ``Action/signIn``.
  ///
  /// The new attempt states no consent; set the person's consent separately.
  init(_ action: Action, carrying assertion: Assertion, tenant: String?) {
    box = [
      AttemptFields(
        action: action, assertion: assertion, profile: assertion.profile, tenant: tenant)
    ]
  }

  /// Creates an attempt from the values of all properties.
  package init(
    _ action: Action, assertion: Assertion?, address: String?, profile: Profile,
    stated: StatedValues, inputs: Inputs, identifiers: [AccountIdentifier] = [], link: LinkRequest?,
    tenant: String?, ticket: Ticket?
  ) {
    box = [
      AttemptFields(
        action: action, assertion: assertion, address: address, profile: profile, stated: stated,
        inputs: inputs, identifiers: identifiers, link: link, tenant: tenant, ticket: ticket)
    ]
  }

  /// Creates an attempt of an action that names a method of an account, such as ``Action/unlink``.
  ///
  /// - Parameters:
  ///   - action: the action, such as ``Action/unlink``.
  ///   - provider: the provider of the named method, such as `google.com`.
  ///   - kind: the kind of the method; nil means the provider's first declared kind.
  ///   - subject: the subject of the method; nil for a method without a subject, or to name all methods of the
  ///     provider and kind.
  ///   - tenant: the tenant in which lookups search for accounts; nil if the attempt has no tenant.
  public init(
    _ action: Action, naming provider: String, kind: MethodKind? = nil, subject: String? = nil,
    tenant: String? = nil
  ) {
    let assertion = Assertion(
      provider: provider, kind: kind, subject: subject, addresses: [], profile: Profile())
    box = [AttemptFields(action: action, assertion: assertion, tenant: tenant)]
  }

  /// Creates an attempt of an action that carries no method, such as ``Action/updateEmail``.
  ///
  /// - Parameters:
  ///   - action: the action, such as ``Action/updateEmail``.
  ///   - address: the address as the person entered it; nil for an action without an address, or an action that takes
  ///     the address from a code.
  ///   - profile: the new profile values, for an action that updates the profile.
  ///   - link: for `send-link`, the service's checks of the requested e-mail link; nil for every other action.
  ///   - tenant: the tenant in which lookups search for accounts; nil if the attempt has no tenant.
  public init(
    _ action: Action, address: String? = nil, profile: Profile = Profile(),
    link: LinkRequest? = nil, tenant: String? = nil
  ) {
    box = [
      AttemptFields(
        action: action, address: address, profile: profile, link: link, tenant: tenant)
    ]
  }
}

extension Attempt {
  /// The action, by its name in the policy, such as ``Action/signIn``.
  public var action: Action {
    _read { yield box[0].action }
    _modify { yield &box[0].action }
  }

  /// The asserted sign-in, or the method that an action such as ``Action/unlink`` names; nil for actions that carry no
  /// method.
  public var assertion: Assertion? {
    _read { yield box[0].assertion }
    _modify { yield &box[0].assertion }
  }

  /// The address of an action that carries no method, such as the new address of ``Action/updateEmail``.
  public var address: String? {
    _read { yield box[0].address }
    _modify { yield &box[0].address }
  }

  /// The new name and photo, for an action that updates the profile.
  public var profile: Profile {
    _read { yield box[0].profile }
    _modify { yield &box[0].profile }
  }

  /// The facts that the service states about the attempt, such as the person's consent.
  ///
  /// Each fact that an attempt can state also has a property, such as ``hasConsent``, next to the fact's declaration.
  package var stated: StatedValues {
    _read { yield box[0].stated }
    _modify { yield &box[0].stated }
  }

  /// The values of the policy's inputs; a missing optional input has its first declared value.
  public var inputs: Inputs {
    _read { yield box[0].inputs }
    _modify { yield &box[0].inputs }
  }

  /// The identifiers that the attempt states, such as a user name, at most one of each declared name.
  ///
  /// The engine canonicalizes the identifiers, so pass each value as the person entered it. An attempt of any action
  /// can state identifiers, such as the user name in a sign-up.
  public var identifiers: [AccountIdentifier] {
    _read { yield box[0].identifiers }
    _modify { yield &box[0].identifiers }
  }

  /// The service's checks of a requested e-mail link, such as whether the link's domain is allowed.
  public var link: LinkRequest? {
    get { box[0].link }
    _modify { yield &box[0].link }
  }

  /// The tenant in which lookups search for accounts; nil if the attempt has no tenant.
  public var tenant: String? {
    _read { yield box[0].tenant }
    _modify { yield &box[0].tenant }
  }

  /// The ticket with which this attempt resumes an earlier, refused attempt; nil for a new attempt.
  ///
  /// The engine refuses the attempt with the error `start-again` if the ticket is stale, or was issued for another
  /// attempt, such as an attempt with another credential.
  public var ticket: Ticket? {
    _read { yield box[0].ticket }
    _modify { yield &box[0].ticket }
  }
}

/// Properties that every decision reads from the assertion without copying the assertion.
extension Attempt {
  /// The provider and subject of the assertion; nil for actions that carry no method.
  var asserted: (provider: String, subject: String?)? {
    let fields = box.span
    guard let provider = fields[0].assertion?.provider else { return nil }
    return (provider, fields[0].assertion?.subject)
  }

  /// The provider of the assertion; nil for actions that carry no method.
  var assertedProvider: String? { box.span[0].assertion?.provider }

  /// The subject of the assertion; nil for an assertion without a subject, or an attempt without an assertion.
  var assertedSubject: String? { box.span[0].assertion?.subject }

  /// The kind of the assertion; nil for an assertion without a kind, or an attempt without an assertion.
  var assertedKind: MethodKind? { box.span[0].assertion?.kind }

  /// The addresses of the assertion; empty for an attempt without an assertion.
  var assertedAddresses: [AddressRecord] { box.span[0].assertion?.addresses ?? [] }

  /// A bit mask of the facts that the attempt, its assertion or its link states, with one bit for each fact.
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

  /// Returns the number of the value that the assertion states for a fact; nil if the assertion does not state the
  /// fact.
  func assertedValue(of fact: EngineFact) -> Int? {
    box.span[0].assertion?.stated[fact]
  }
}

/// The settings of one attempt: the values of the switches that the policy declares, such as
/// `email-enumeration-protection: on`.
public struct Settings: Sendable, ExpressibleByDictionaryLiteral {
  /// The settings of the attempt, in the order in which the caller passed them.
  public var values: [(name: String, value: String)]

  /// Creates settings; a missing setting has its declared default.
  ///
  /// - Parameter values: the name and the value of each setting, as the policy declares them. If a name is repeated,
  ///   the last value counts.
  public init(_ values: [(name: String, value: String)] = []) {
    self.values = values
  }

  /// Creates settings from a dictionary literal, such as `["email-enumeration-protection": "on"]`.
  ///
  /// - Parameter elements: the name and the value of each setting, as the policy declares them. If a name is repeated,
  ///   the last value counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    values = elements.map { (name: $0.0, value: $0.1) }
  }
}

/// The inputs of one attempt: the values of the facts that the policy declares under `inputs:`, such as the answer of a
/// hook.
public struct Inputs: Sendable, ExpressibleByDictionaryLiteral {
  /// The inputs of the attempt, in the order in which the caller passed them.
  public var values: [(name: String, value: String)]

  /// Creates inputs; a missing optional input has its first declared value.
  ///
  /// - Parameter values: the name and the value of each input, as the policy declares them. If a name is repeated, the
  ///   last value counts.
  public init(_ values: [(name: String, value: String)] = []) {
    self.values = values
  }

  /// Creates inputs from a dictionary literal, such as `["hook": "pass"]`.
  ///
  /// - Parameter elements: the name and the value of each input, as the policy declares them. If a name is repeated,
  ///   the last value counts.
  public init(dictionaryLiteral elements: (String, String)...) {
    values = elements.map { (name: $0.0, value: $0.1) }
  }
}

/// A note with which the caller can resume a refused attempt.
///
/// The caller resumes the attempt after the remedy, such as the person's consent to the link.
///
/// Sign each ticket that you send to a client, because a client could change an unsigned ticket. A ticket becomes
/// invalid when the policy changes, or when a setting changes that the policy tests. The ticket is also invalid for an
/// attempt with another credential, address, account or identifier, or with an action that the ticket cannot resume.
/// The ticket is also invalid if the attempt changes an input that the policy tests and does not declare with
/// `retry: yes`. The engine refuses an invalid ticket with the error `start-again`; a policy can give this error a name
/// on each platform. A ticket can become stale without a mistake of the caller, for example because the policy changed.
public struct Ticket: Sendable {
  /// The digest of the policy that refused the attempt; under any other policy, the ticket is stale.
  public var policy: PolicyDigest
  /// The remedy for which the refusal asked, such as consent.
  public var ask: Remedy
  /// The provider of the refused attempt's assertion; nil for an attempt without an assertion.
  public var provider: String?
  /// The kind of method of the refused attempt; nil for an attempt without an assertion.
  public var kind: MethodKind?
  /// The subject of the refused attempt's assertion; nil for an attempt without a subject.
  public var subject: String?
  /// The address that the refused attempt asserted; nil for an attempt without an address.
  public var address: String?
  /// The id of the account to which the refused attempt pointed; nil if the attempt pointed to no account.
  public var account: String?
  /// The tenant of the refused attempt; nil if the attempt had no tenant.
  public var tenant: String?
  /// The settings that the policy tests, with their values at the time of the refusal; a changed value makes the ticket
  /// stale.
  public var settings: Settings
  /// The action of the refused attempt, by its name in the policy, such as `sign-in`.
  ///
  /// The action is nil in a ticket that an earlier version of the engine issued; a ticket without an action is never
  /// valid.
  public var action: String?
  /// The row or guard that refused the attempt, as `TABLE/ID`, such as `sign-in/second-factor`.
  public var row: String?
  /// The inputs that the resumed attempt must repeat unchanged, with their values at the time of the refusal.
  public var inputs: Inputs
  /// The identifiers of the refused attempt, such as a user name, in canonical form.
  public var identifiers: [AccountIdentifier]

  /// Creates a ticket from the values that a service stored, for example in a signed cookie.
  ///
  /// - Parameters:
  ///   - policy: the digest of the policy that refused the attempt.
  ///   - ask: the remedy for which the refusal asked, such as consent.
  ///   - provider: the provider of the refused attempt's assertion; nil for an attempt without an assertion.
  ///   - kind: the kind of method of the refused attempt; nil for an attempt without an assertion.
  ///   - subject: the subject of the refused attempt's assertion; nil for an attempt without a subject.
  ///   - address: the address that the refused attempt asserted; nil for an attempt without an address.
  ///   - account: the id of the account to which the refused attempt pointed; nil if the attempt pointed to no account.
  ///   - tenant: the tenant in which lookups search for accounts; nil if the attempt has no tenant.
  ///   - settings: every setting that the policy tests, with its value at the time of the refusal.
  ///   - action: the action of the refused attempt, such as `sign-in`.
  ///   - row: the row or guard that refused the attempt, as `TABLE/ID`.
  ///   - inputs: every input that the policy tests and does not declare with `retry: yes`, with its value at the time
  ///     of the refusal.
  ///   - identifiers: the identifiers of the refused attempt, in canonical form, in the attempt's order.
  public init(
    policy: PolicyDigest, ask: Remedy, provider: String?, kind: MethodKind?, subject: String?,
    address: String?, account: String?, tenant: String?, settings: Settings,
    action: String? = nil, row: String? = nil, inputs: Inputs = Inputs(),
    identifiers: [AccountIdentifier] = []
  ) {
    self.policy = policy
    self.ask = ask
    self.provider = provider
    self.kind = kind
    self.subject = subject
    self.address = address
    self.account = account
    self.tenant = tenant
    self.settings = settings
    self.action = action
    self.row = row
    self.inputs = inputs
    self.identifiers = identifiers
  }
}
