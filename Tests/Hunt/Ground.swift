import LinkPolicy
import LinkPolicyAuthoring

/// Attempts of one action and kind, and what they carry.
struct AttemptForm {
  /// The action.
  var action: ActionDefinition
  /// The kind of sign-in; nil for an attempt that carries none.
  var kind: MethodKind?
  /// Whether it brings a code.
  var carriesCode: Bool
  /// What that code must have been mailed for.
  var purpose: CodePurpose?
  /// When it carries an address.
  var presence: AddressPresence
  /// Whether a user makes it: others, such as a directory, may leave accounts without methods.
  var isUsers: Bool
  /// The identifiers by which its password can find an account in place of an address.
  var passwordNames: [String]

  init(
    _ action: ActionDefinition, _ kind: MethodKind?, isUsers: Bool, searching names: [String]
  ) {
    passwordNames = kind == .password ? names : []
    self.action = action
    self.kind = kind
    self.isUsers = isUsers
    carriesCode = action.carriesCode(kind)
    purpose = action.codePurpose(kind)
    presence = action.addressPresence(kind)
  }

  /// How often it is made, compared to others: most often what brings people into accounts.
  var weight: Int {
    guard let kind else { return carriesCode ? 2 : 1 }
    if action.namesMethod || (action.checksSecret && action.pointsTo == .session) {
      return 1
    }
    return kind == .federated ? 8 : kind == .anonymous ? 1 : 3
  }

  /// Whether administrators alone make such attempts.
  var isAdministrators: Bool {
    let standard = StandardAction.allCases.first { $0.name == action.name }
    guard let standard else { return action.pointsTo == .target }
    return standard.doer == .administrator
  }
}

/// What there is to play with under a policy.
struct Ground {
  let policy: CompiledPolicy
  /// The attempts that the policy decides, administrators' aside.
  let forms: [AttemptForm]
  let providers: [PlayedProvider]
  /// The addresses, for an owner at each domain that the policy names and at one more.
  let sites: [Mailboxes]
  /// Of these the one more, and one of each of the policy's sets of domains.
  let usualSites: [Mailboxes]
  /// The settings, with all their values.
  let settings: [(name: String, values: [String])]
  /// The inputs, with all their values; an attempt that omits one has the first, unless it is required.
  let inputs: [(name: String, values: [String], isRequired: Bool)]
  /// The identifiers that attempts can state.
  let identifiers: [String]
  /// The identifiers by which a checked password opens an account.
  let openingNames: [String]
  /// Whether some refusal issues a ticket.
  let hasTickets: Bool
  /// The claims, each with values of every word and one of none.
  let claims: [(name: String, values: [ClaimValue])]
  /// Whether the policy tells tenants apart.
  let hasTenants: Bool
  /// Whether several addresses of an assertion are looked up.
  let looksAtAll: Bool
  /// Whether whoever reads the mail of an account's address can get in by it.
  let mailOpens: Bool

  init(_ policy: CompiledPolicy) {
    self.policy = policy
    let vocabulary = policy.vocabulary
    var forms: [AttemptForm] = []
    var mailOpens = false
    var openingNames: [String] = []
    let identifiers = vocabulary.identifiers.identifiers.map { $0.name.text }
    self.identifiers = identifiers
    for table in policy.storage.tables {
      let action = vocabulary.actions[table.action]
      var kinds: [MethodKind?] = table.kinds.map { $0 }
      if kinds.isEmpty {
        let carried = MethodKind.allCases.filter { vocabulary.kinds(of: action).contains($0) }
        kinds = carried.isEmpty ? [nil] : carried.map { $0 }
      }
      let own = policy.document.actions.first { $0.name.value == action.name }
      let isUsers = own?.performer.isUser ?? true
      let names = vocabulary.identifiers.searched(byAction: table.action).map { identifiers[$0] }
      let made = kinds.map { AttemptForm(action, $0, isUsers: isUsers, searching: names) }
      forms += made.filter { !$0.isAdministrators }
      let opens = table.rows.contains { row in
        row.answer.effects.contains { effect in
          effect.templates.contains { $0 == .openSession || $0 == .putMethod(.password) }
        }
      }
      if opens, action.pointsTo != .session, made.contains(where: { $0.carriesCode }) {
        mailOpens = true
      }
      let signsIn = table.rows.contains { row in
        row.answer.effects.contains { $0.templates.contains(.openSession) }
      }
      if signsIn, action.checksSecret {
        openingNames += made.flatMap { $0.passwordNames }
      }
    }
    self.openingNames = openingNames
    self.forms = forms
    self.mailOpens = mailOpens
    providers = PlayedProvider.all(of: vocabulary.providers)
    var domains = ["example.com"]
    for name in policy.document.domains.flatMap({ $0.domains.map { $0.value.text } }) {
      let domain = Self.example(of: name)
      if !domains.contains(domain) {
        domains.append(domain)
      }
    }
    sites = domains.map { Mailboxes($0, among: domains, under: vocabulary) }
    let firsts = policy.document.domains.compactMap { $0.domains.first?.value.text }
    let usual = [domains[0]] + firsts.map { Self.example(of: $0) }
    usualSites = sites.filter { usual.contains($0.domain) }
    settings = policy.document.settings.map { setting in
      (setting.name.value.text, setting.values.map { $0.value.text })
    }
    inputs = policy.document.inputs.map { input in
      (input.name.value.text, input.values.map { $0.value.text }, input.isRequired)
    }
    let answers = policy.policy.rowAnswers.joined() + policy.policy.guardAnswers
    hasTickets = answers.contains { $0.ask != nil }
    claims = vocabulary.claims.map { claim in
      (claim.name.text, claim.words.flatMap { $0 } + [.string("something else")])
    }
    hasTenants = vocabulary.isUsed(.tenant)
    looksAtAll = vocabulary.addresses.match == .anyProven
  }

  /// A domain that a name or pattern of a policy stands for.
  private static func example(of name: String) -> String {
    name.hasPrefix("*.") ? "one" + name.dropFirst() : name
  }
}
