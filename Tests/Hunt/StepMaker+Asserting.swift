import LinkPolicy

extension StepMaker {
  /// An attempt with who asserts whom, and an address; nil where the person cannot make it.
  func asserted(
    _ form: AttemptForm, _ place: Int, by person: Person, _ random: inout RandomNumbers
  ) -> Step.Made? {
    let action = Action(form.action.name.text)
    guard let kind = form.kind else {
      // Where a code is brought the address is the code's.
      let isGiven =
        form.action.pointsTo != .code
        && (form.presence == .required || (form.presence == .optional && random.chance(80)))
      let mailbox = isGiven ? mailbox(by: person, &random) : nil
      return Step.Made(
        person: person, attempt: Attempt(action, address: mailbox?.text), form: place)
    }
    let offering = mood.providers[Int(kind.rawValue)]
    guard !offering.isEmpty else { return nil }
    let provider = ground.providers[random.one(of: offering)]
    if form.action.namesMethod {
      let hasSubject = !kind.isSubjectTheAddress && kind != .anonymous && random.chance(20)
      let subject = hasSubject ? random.one(of: person.subjects) : nil
      let attempt = Attempt(action, naming: provider.id, kind: kind, subject: subject)
      return Step.Made(person: person, attempt: attempt, form: place)
    }
    switch kind {
    case .federated: return federated(action, provider, form, place, by: person, &random)
    case .phone, .custom, .passkey:
      var assertion = Assertion(
        verified: provider.id, kind: kind, subject: subject(of: person, at: provider, &random))
      if kind == .phone, random.chance(10) {
        assertion.origin = .returned
      }
      return Step.Made(person: person, attempt: Attempt(action, with: assertion), form: place)
    case .password, .emailLink, .anonymous:
      let isNamed = !form.passwordNames.isEmpty && random.chance(50)
      let isGiven = !isNamed && (form.presence == .byKind || form.presence == .required)
      let mailbox = kind != .anonymous && isGiven ? mailbox(by: person, &random) : nil
      let records = mailbox.map { [AddressRecord($0.text)] } ?? []
      let assertion = Assertion(verified: provider.id, kind: kind, addresses: records)
      var made = Step.Made(
        person: person, attempt: Attempt(action, with: assertion), form: place)
      made.checked = mailbox?.canonical
      if isNamed {
        made.checkedName = AccountIdentifier(
          random.one(of: form.passwordNames), name(of: person, &random))
      }
      return made
    }
  }

  private func federated(
    _ action: Action, _ provider: PlayedProvider, _ form: AttemptForm, _ place: Int,
    by person: Person, _ random: inout RandomNumbers
  ) -> Step.Made {
    var records: [AddressRecord] = []
    var proves = false
    var connection = Assertion.Connection.none
    if random.chance(20) {
      connection = random.chance(50) ? .bound : .unbound
    }
    let isGiven = form.presence == .required || (form.presence != .none && random.chance(85))
    if isGiven, provider.givesEmail {
      let count = ground.looksAtAll && random.chance(30) ? 2 : 1
      for _ in 0..<count {
        var mailbox = mailbox(by: person, &random)
        let isReadersAlone = ProviderHabits.isReadersAlone(provider.id, mailbox.domain)
        if mailbox.reader != person, isReadersAlone {
          // Nobody has it asserted but who reads its mail, so he takes one of his own.
          mailbox = random.one(of: mood.attackers)
        }
        // A connection that is bound to the owner's domain is the owner's alone.
        if person == .attacker, mailbox.domain == mood.site.domain, connection == .bound {
          connection = .unbound
        }
        proves = proves || (isReadersAlone && person == .owner)
        records.append(AddressRecord(mailbox.text, claims: claims(&random)))
      }
    }
    var assertion = Assertion(
      verified: provider.id, kind: .federated,
      subject: subject(of: person, at: provider, &random), addresses: records)
    assertion.connection = connection
    assertion.origin = random.chance(15) ? .returned : .fresh
    assertion.nonce =
      random.chance(85)
      ? .matched : random.chance(70) ? .notSent : random.chance(50) ? .mismatched : .missing
    var made = Step.Made(person: person, attempt: Attempt(action, with: assertion), form: place)
    made.provesAddress = proves
    return made
  }

  /// A subject that somebody can be asserted as: his own, or anybody's by a connection that he runs
  /// and whose word counts as another's.
  private func subject(
    of person: Person, at provider: PlayedProvider, _ random: inout RandomNumbers
  ) -> String {
    let foreign = person == .attacker && provider.speaksForOthers && random.chance(40)
    let subjects = (foreign ? .owner : person).subjects
    return subjects[random.chance(80) ? 0 : 1]
  }

  /// An address that somebody names: the owner his own, the attacker any.
  private func mailbox(by person: Person, _ random: inout RandomNumbers) -> Mailbox {
    let site = mood.site
    if person == .attacker {
      if !site.aliases.isEmpty, random.chance(35) {
        return random.one(of: site.aliases)
      }
      if random.chance(40) {
        return random.one(of: mood.attackers)
      }
    }
    return site.owners[random.chance(95) ? 0 : 1]
  }

  private func claims(_ random: inout RandomNumbers) -> [AddressRecord.Claim] {
    var claims: [AddressRecord.Claim] = []
    for claim in ground.claims where random.chance(60) {
      claims.append(AddressRecord.Claim(claim.name, random.one(of: claim.values)))
    }
    return claims
  }
}
