public import LinkPolicy
package import LinkPolicyDiagnostics

/// A policy as written: declarations and tables with their positions in the source.
///
/// `LinkPolicyYAML` reads documents, or you build them in code. A document is unchecked until a `Policy` is created from it.
public struct PolicyDocument: Sendable {
  /// The policy files to which positions in the document refer.
  public var sources: SourceMap
  /// A function that adds, to each finding, the overlay edit that caused the finding; nil if the document extends
  /// nothing.
  package var causes: (@Sendable ([Diagnostic]) -> [Diagnostic])?
  /// The rows and guards that overlays removed from the policies that they extend.
  package var removed: [RemovedRow] = []
  /// The digests that the texts of the `extends` chain pin with `digest` or `extends`.
  package var pins: [DigestPin] = []
  /// The number of texts in the `extends` chain; 1 for a text that extends nothing and for a document built in code.
  package var layers = 1
  /// The policy's name in vectors and reports, such as `firebase`.
  public var name: Located<Name>
  /// A description of the policy in one line.
  public var title: Name
  /// The documents that rows and invariants cite, such as pages of the Firebase documentation.
  public var citations: [SourceDeclaration]
  /// The named sets of e-mail domains; each domain or pattern is in only one set.
  public var domains: [DomainDeclaration]
  /// The identity providers, such as `google.com`, and families of providers, such as `saml.*`.
  public var providers: [ProviderDeclaration]
  /// The claims about addresses, such as `email_verified`.
  public var claims: [ClaimDeclaration]
  /// The switches that a project, tenant or provider can set, with their values and defaults.
  public var settings: [SettingDeclaration]
  /// The inputs: facts that each attempt states, such as the answer of a hook.
  public var inputs: [InputDeclaration]
  /// The identifiers, such as user names, that accounts can hold in addition to the address.
  public var identifiers: [IdentifierDeclaration]
  /// The search declarations; each states, for one action, the keys by which the action finds its account, such as the
  /// credential and then a user name.
  public var searches: [SearchDeclaration]
  /// The labels, with finite sets of values, that effects put on accounts and methods.
  public var labels: [LabelDeclaration]
  /// The code purposes that the policy adds to the standard purposes.
  public var purposes: [PurposeDeclaration]
  /// The actions that the policy adds to the standard actions.
  public var actions: [ActionDeclaration]
  /// The named groups of actions, such as `by-session`, for the conditions of guards.
  public var actionGroups: [ActionGroupDeclaration]
  /// The rules for finding accounts by address, such as whether dots in local parts count.
  public var addresses: AddressRules
  /// The position of the address rules; nil if the text has no address rules or the document was built in code.
  package var addressesPosition: SourcePosition?
  /// The kinds that the fact `methods` counts; empty means all kinds except anonymous.
  public var countedKinds: [Located<Name>]
  /// Whether the facts `methods` and `other-methods` count methods that the service has disabled.
  public var countsDisabled: Bool
  /// The kinds that `tell: methods` lists; empty means all kinds.
  public var listedKinds: [Located<Name>]
  /// The order in which `tell: methods` lists methods.
  public var listingOrder: ListingOrder
  /// The pools; empty if all providers form a single pool.
  public var pools: [PoolDeclaration]
  /// The derived facts, such as `trust`, in order.
  ///
  /// A derived fact can test only earlier derived facts.
  public var facts: [FactDeclaration]
  /// The conditions under which an attempt proves its address; if empty, no attempt proves an address.
  public var proof: [Condition]
  /// The combinations of fact values that the policy declares impossible.
  public var impossible: [ImpossibleDeclaration]
  /// The guards, in order; the first guard that applies decides the attempt.
  public var guards: [RowDeclaration]
  /// The decision tables; a table decides one action, for all of its kinds of method or for some of them.
  public var decisions: [TableDeclaration]
  /// The errors with which rows can refuse, each with its remedy and its name on each platform.
  public var errors: [ErrorDeclaration]
  /// The levels that the policy's author assigns to findings about the policy.
  ///
  /// A later entry overrides an earlier entry.
  public var findings: [FindingDeclaration]
  /// The policy's own invariants, which `prove` verifies.
  public var invariants: [InvariantDeclaration]

  /// Creates an empty document with a name.
  ///
  /// - Parameters:
  ///   - name: the name of the policy in vectors and reports.
  ///   - sources: the files that positions in the document refer to; empty for a document built in code.
  public init(name: Located<Name>, sources: SourceMap = SourceMap()) {
    self.sources = sources
    self.name = name
    title = ""
    citations = []
    domains = []
    providers = []
    claims = []
    settings = []
    inputs = []
    identifiers = []
    searches = []
    labels = []
    purposes = []
    actions = []
    actionGroups = []
    addresses = AddressRules()
    addressesPosition = nil
    countedKinds = []
    countsDisabled = true
    listedKinds = []
    listingOrder = .added
    pools = []
    facts = []
    proof = []
    impossible = []
    guards = []
    decisions = []
    errors = []
    findings = []
    invariants = []
  }
}

/// A digest that a policy's text pins: the digest of the text, or of the policy that the text extends.
package struct DigestPin: Sendable {
  /// The policy whose digest a text pins.
  package enum PinSubject: Sendable, Hashable {
    /// The digest of the text itself, from `digest`.
    case own
    /// The digest of the policy that the text extends, from `extends`.
    case extended
  }

  /// The identity of a pinned digest: which policy is pinned, and which text of the `extends` chain contains the pin.
  ///
  /// The identity does not depend on file names.
  package struct PinKey: Sendable, Hashable {
    package var subject: PinSubject
    /// The index of the text in the `extends` chain: 0 for the text that extends nothing, 1 for the overlay of this
    /// text.
    package var layer: Int

    package init(_ subject: PinSubject, layer: Int) {
      self.subject = subject
      self.layer = layer
    }
  }

  /// The pinned policy, and the text that contains the pin.
  package var key: PinKey
  /// The digest, with its position in the text.
  package var digest: Located<Name>

  package init(_ key: PinKey, digest: Located<Name>) {
    self.key = key
    self.digest = digest
  }
}

/// A row or guard that an overlay removed from the policy that it extends.
package struct RemovedRow: Sendable {
  /// The key of the row's table, or `guards`.
  package var table: Name
  /// The id of the row or guard.
  package var id: Name
  /// The position of the removal in the overlay.
  package var position: SourcePosition

  package init(table: Name, id: Name, position: SourcePosition) {
    self.table = table
    self.id = id
    self.position = position
  }
}
