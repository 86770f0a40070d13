public import LinkPolicy
package import LinkPolicyDiagnostics

/// A policy as written: declarations and tables with the positions they came from.
///
/// Made by a reader (see `LinkPolicyYAML`) or in code. Nothing is checked yet; `Policy` does that
/// when it is made from a document.
public struct PolicyDocument: Sendable {
  /// The files that positions refer to.
  public var sources: SourceMap
  /// Adds to findings which edit of what the document extends made them; nil where it extends nothing.
  package var causes: (@Sendable ([Diagnostic]) -> [Diagnostic])?
  /// The rows and guards that overlays removed from what they extend.
  package var removed: [RemovedRow] = []
  /// The digests that the document's texts pin.
  package var pins: [DigestPin] = []
  /// How many texts extend one another in the document; 1 for a text that extends nothing or a document made in code.
  package var layers = 1
  /// The policy's name.
  public var name: Located<Name>
  /// One line about the policy.
  public var title: Name
  /// The documents cited.
  public var citations: [SourceDeclaration]
  /// The named sets of e-mail domains, which are disjoint.
  public var domains: [DomainDeclaration]
  /// The identity providers.
  public var providers: [ProviderDeclaration]
  /// The claims about addresses.
  public var claims: [ClaimDeclaration]
  /// What a project, tenant or provider can set, with the values and defaults.
  public var settings: [SettingDeclaration]
  /// The finite marks that effects put on accounts and methods.
  public var labels: [LabelDeclaration]
  /// The purposes of codes added to the standard ones.
  public var purposes: [PurposeDeclaration]
  /// The actions added to the standard ones.
  public var actions: [ActionDeclaration]
  /// The groups that guards name in the place of several actions.
  public var actionGroups: [ActionGroupDeclaration]
  /// How accounts are found by address.
  public var addresses: AddressRules
  /// Where the text says so; nil where it says nothing of addresses, or was made in code.
  package var addressesPosition: SourcePosition?
  /// The kinds that the fact `methods` counts; empty for all but anonymous.
  public var countedKinds: [Located<Name>]
  /// The kinds that `tell: methods` lists; empty for all.
  public var listedKinds: [Located<Name>]
  /// The order in which `tell: methods` lists them.
  public var listingOrder: ListingOrder
  /// The pools; empty for one pool of every provider.
  public var pools: [PoolDeclaration]
  /// The derived facts, in order; a later one may test earlier ones.
  public var facts: [FactDeclaration]
  /// When an attempt proves its address; never, where this is empty.
  public var proof: [Condition]
  /// The combinations declared impossible.
  public var impossible: [ImpossibleDeclaration]
  /// The guards, in order.
  public var guards: [RowDeclaration]
  /// The tables of decisions.
  public var decisions: [TableDeclaration]
  /// The refusals that rows can name, with their remedies and names by platform.
  public var errors: [ErrorDeclaration]
  /// What to make of findings about the policy; later entries win over earlier ones.
  public var findings: [FindingDeclaration]
  /// What must never happen, which `prove` shows.
  public var invariants: [InvariantDeclaration]

  /// Creates an empty document with a name.
  ///
  /// - Parameters:
  ///   - name: the policy's name, as vectors and reports call it.
  ///   - sources: the files that positions in the document refer to; empty for a document built in
  ///     code.
  public init(name: Located<Name>, sources: SourceMap = SourceMap()) {
    self.sources = sources
    self.name = name
    title = ""
    citations = []
    domains = []
    providers = []
    claims = []
    settings = []
    labels = []
    purposes = []
    actions = []
    actionGroups = []
    addresses = AddressRules()
    addressesPosition = nil
    countedKinds = []
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
