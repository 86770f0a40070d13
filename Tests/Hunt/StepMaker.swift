import LinkPolicy

/// Makes random steps that somebody can really take.
///
/// The only place that knows what a person cannot do; whatever else there is to vary is varied, and
/// nothing is chosen by what the policy would answer.
struct StepMaker {
  let ground: Ground
  let mood: Mood

  /// A step in a world; nil where what was thought of cannot be done there.
  func step(
    _ number: Int, in world: World, _ random: inout RandomNumbers
  ) -> Step? {
    if random.chance(4) {
      return Step(number: number, deed: random.chance(60) ? .sessionsAge : .codesExpire)
    }
    let person: Person = random.chance(mood.ownersShare) ? .owner : .attacker
    if ground.hasTickets, random.chance(15) {
      return resumed(number, by: person, in: world, &random)
    }
    let place = random.one(of: mood.forms)
    let form = ground.forms[place]
    guard var made = asserted(form, place, by: person, &random) else { return nil }
    guard addSession(form, &made, world, &random), addCode(form, &made, world, &random) else {
      return nil
    }
    addIdentifiers(form, &made, &random)
    addCircumstances(form, &made, &random)
    return Step(number: number, deed: .attempt(made))
  }

  /// States identifiers: names of the person, or the owner's address in place of a name.
  private func addIdentifiers(
    _ form: AttemptForm, _ made: inout Step.Made, _ random: inout RandomNumbers
  ) {
    if let checked = made.checkedName {
      made.attempt.identifiers = [checked]
      // An attempt whose password is checked states this name alone.
      guard !form.action.checksSecret else { return }
    }
    // Such an attempt with an address states no name that finds accounts.
    let isAddressed = form.action.checksSecret && !form.passwordNames.isEmpty
    for name in ground.identifiers where random.chance(60) {
      let isTaken =
        isAddressed && form.passwordNames.contains { $0.hasSameBytes(as: name) }
        || made.attempt.identifiers.contains { $0.name.hasSameBytes(as: name) }
      if !isTaken {
        let value = self.name(of: made.person, &random)
        made.attempt.identifiers.append(AccountIdentifier(name, value))
      }
    }
  }

  /// A name that somebody states.
  func name(of person: Person, _ random: inout RandomNumbers) -> String {
    random.chance(10) ? mood.site.owners[0].text : random.one(of: person.names)
  }

  /// A refused attempt, made again with the ticket of the refusal: in a session or with other inputs.
  private func resumed(
    _ number: Int, by person: Person, in world: World, _ random: inout RandomNumbers
  ) -> Step? {
    let refused = world.tickets.filter { $0.made.person == person }
    guard !refused.isEmpty else { return nil }
    let before = random.one(of: refused)
    let form = ground.forms[before.made.form]
    var made = before.made
    made.ticket = before.step
    guard addSession(form, &made, world, &random) else { return nil }
    addInputs(&made, &random)
    return Step(number: number, deed: .attempt(made))
  }

  // MARK: Sessions and codes

  /// Adds a session that the person has opened; false where one is needed and there is none.
  private func addSession(
    _ form: AttemptForm, _ made: inout Step.Made, _ world: World, _ random: inout RandomNumbers
  ) -> Bool {
    let isNeeded = form.action.pointsTo == .session
    guard random.chance(isNeeded ? 99 : 35) else { return true }
    var found: Int?
    var count = 0
    for opened in world.sessions where opened.person == made.person {
      count += 1
      // Later ones more often, but each now and then.
      if count == 1 || random.chance(60) {
        found = opened.step
      }
    }
    made.session = found
    return found != nil || !isNeeded || random.chance(5)
  }

  /// Adds a code whose mail the person reads; false where one is needed and there is none.
  private func addCode(
    _ form: AttemptForm, _ made: inout Step.Made, _ world: World, _ random: inout RandomNumbers
  ) -> Bool {
    guard form.carriesCode else { return true }
    var found: World.Mail?
    for mail in world.mails
    where mail.reader == made.person && (mail.purpose == form.purpose || random.chance(2)) {
      if found == nil || random.chance(60) {
        found = mail
      }
    }
    if let found, random.chance(92) {
      made.code = .mailed(step: found.step, place: found.place)
    } else if random.chance(70) {
      made.code = .unknown
    }
    // What nobody mailed is tried less often.
    return found != nil || random.chance(20)
  }

  // MARK: What else there is

  /// Adds settings, and what the service has checked.
  private func addCircumstances(
    _ form: AttemptForm, _ made: inout Step.Made, _ random: inout RandomNumbers
  ) {
    for (number, setting) in ground.settings.enumerated() {
      let value =
        random.chance(4) ? random.below(setting.values.count) : mood.settings[number]
      if value != 0 {
        made.settings.append((setting.name, setting.values[value]))
      }
    }
    addInputs(&made, &random)
    if form.kind != nil || form.action.requestsLink {
      made.isMethodEnabled = random.chance(97)
    }
    if form.kind != nil, !form.action.namesMethod {
      made.attempt.hasConsent = random.chance(60)
    }
    if form.action.requestsLink, random.chance(98) {
      made.attempt.link = Attempt.LinkRequest(
        isDomainAllowed: random.chance(95), isHandledInApp: random.chance(95))
    }
    if ground.hasTenants {
      made.attempt.tenant = random.chance(3) ? random.one(of: [nil, "t1", "t2"]) : mood.tenant
    }
    made.givesOwnPassword = random.chance(80)
  }

  /// Adds inputs: `prove` takes every value from both people, so anything can be said.
  private func addInputs(_ made: inout Step.Made, _ random: inout RandomNumbers) {
    var values: [(name: String, value: String)] = []
    for (number, input) in ground.inputs.enumerated() {
      let value = random.chance(30) ? random.below(input.values.count) : mood.inputs[number]
      if value != 0 || input.isRequired {
        values.append((input.name, input.values[value]))
      }
    }
    made.attempt.inputs = Inputs(values)
  }
}
