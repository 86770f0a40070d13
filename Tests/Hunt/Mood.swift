import LinkPolicy

/// What an episode leans to: a few of everything, so that steps have to do with each other.
struct Mood {
  let site: Mailboxes
  /// The forms of attempts, those that are made more often several times.
  let forms: [Int]
  /// The providers that are used, by kind of sign-in.
  let providers: [[Int]]
  /// The tenant of most attempts.
  let tenant: String?
  /// The attacker's own addresses.
  let attackers: [Mailbox]
  /// The settings of most attempts.
  let settings: [Int]
  /// The inputs of most attempts.
  let inputs: [Int]
  /// How many of a hundred steps are the owner's.
  let ownersShare: Int

  init(_ ground: Ground, _ random: inout RandomNumbers) {
    site = random.one(of: random.chance(85) ? ground.usualSites : ground.sites)
    // One at the owner's domain, one at a usual one and one anywhere.
    let usual = random.one(of: ground.usualSites).domain
    let domain = site.domain
    attackers =
      site.attackers.filter { $0.domain == domain || $0.domain == usual }
      + [random.one(of: site.attackers)]
    var forms: [Int] = []
    for number in ground.forms.indices {
      // Some are left out, some are favoured, and nothing is known of which.
      let weight = [0, 1, 1, 2, 6][random.below(5)] * ground.forms[number].weight
      forms += [Int](repeating: number, count: weight)
    }
    self.forms = forms.isEmpty ? Array(ground.forms.indices) : forms
    let homes = [domain, usual].compactMap { ProviderHabits.home(of: $0) }
    providers = MethodKind.allCases.map { kind in
      let offering = ground.providers.indices.filter { ground.providers[$0].kinds.contains(kind) }
      guard offering.count > 2 else { return offering }
      let near = offering.filter { homes.contains(ground.providers[$0].id) && random.chance(60) }
      return near + (0..<2 + random.below(2)).map { _ in random.one(of: offering) }
    }
    tenant = ground.hasTenants && random.chance(15) ? "t1" : nil
    settings = ground.settings.map { setting in
      random.chance(15) ? random.below(setting.values.count) : 0
    }
    inputs = ground.inputs.map { random.below($0.values.count) }
    ownersShare = [25, 40, 55][random.below(3)]
  }
}
