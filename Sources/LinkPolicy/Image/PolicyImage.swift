/// The compiled rules of a policy, stored as the words of an image, and the policy's vocabulary.
///
/// All copies of a policy share one immutable image object. The content is valid, because the loader has checked the
/// content or the compiler in this process has made it. Accessors read rows, graphs and texts directly from the words.
package final class PolicyImage: Sendable {
  package let vocabulary: Vocabulary
  /// The digest of the policy's meaning, as the compiler wrote it; loading an image does not recompute the digest.
  var digest: PolicyDigest { digestSource.digest }
  private let digestSource: DigestSource
  /// The names of the files to which source positions refer.
  package let sources: SourceMap
  /// Whether the policy has effects that supersede subjects, so that an account can have superseded methods.
  package let hasSupersededMethods: Bool
  let words: [UInt32]
  let texts: ImageTexts
  /// The edge at which the decision graph of each derived fact begins.
  let factRoots: [UInt32]
  /// The index in ``words`` of each guard.
  package let guards: [UInt32]
  /// The index in ``words`` of each table.
  package let tables: [UInt32]
  /// The index in ``words`` of each error.
  let errors: [UInt32]
  /// The index in ``words`` of the conditions under which an attempt proves its address.
  let proof: Int
  /// The index of the table for each action and kind, at `action * (kinds + 1) + kind`; -1 for attempts without a
  /// table.
  private let dispatch: [Int32]
  #if DEBUG && !hasFeature(Embedded)
    /// The function that checks, in debug builds, that the facts of each decision can occur.
    ///
    /// The function is nil for an image that was not compiled in this process, because only the compiler knows which
    /// facts can occur. The function is also nil for an edited copy of a policy, because it would take too long to
    /// compute, for every edit, which facts can occur.
    let canOccur: OccurrenceCheck?
  #endif

  /// Creates an image from rules that are already checked.
  package init(
    _ rules: ImageSection, _ vocabulary: Vocabulary, digest: DigestSource,
    canOccur: OccurrenceCheck? = nil
  ) {
    self.vocabulary = vocabulary
    digestSource = digest
    words = rules.words
    texts = rules.texts
    hasSupersededMethods =
      words[ImageFormat.Rules.hasSupersededMethods.rawValue] == 1
    factRoots = Self.list(.facts, of: rules.words)
    guards = Self.list(.guards, of: rules.words)
    tables = Self.list(.tables, of: rules.words)
    errors = Self.list(.errors, of: rules.words)
    proof = Int(words[ImageFormat.Rules.proof.rawValue])
    let texts = rules.texts
    sources = SourceMap(
      files: Self.list(.files, of: rules.words).map { SourceMap.File(name: texts[$0].text) })
    dispatch = Self.dispatch(tables, rules.words, actionCount: vocabulary.actions.count)
    #if DEBUG && !hasFeature(Embedded)
      self.canOccur = canOccur
    #endif
  }

  /// Returns the words of one list of the rules; the rules' word at the index `part` states where the list begins.
  private static func list(_ part: ImageFormat.Rules, of words: [UInt32]) -> [UInt32] {
    let start = Int(words[part.rawValue])
    return Array(words[start + 1..<start + 1 + Int(words[start])])
  }

  private static func dispatch(
    _ tables: [UInt32], _ words: [UInt32], actionCount: Int
  ) -> [Int32] {
    var dispatch = [Int32](repeating: -1, count: actionCount * kindSlots)
    for (index, table) in tables.enumerated() {
      let first =
        Int(words[Int(table) + ImageFormat.Table.action.rawValue]) * kindSlots
      let kinds = words[Int(table) + ImageFormat.Table.kinds.rawValue]
      if kinds == 0 {
        dispatch[first + MethodKind.count] = Int32(index)
      }
      for kind in MethodKind.allCases where kinds >> UInt32(kind.rawValue) & 1 == 1 {
        dispatch[first + Int(kind.rawValue)] = Int32(index)
      }
    }
    return dispatch
  }

  private static var kindSlots: Int { MethodKind.count + 1 }

  /// Returns the index of the table for an action and a kind, given as values of the facts `action` and `kind`; nil if
  /// no table decides attempts of this action and kind.
  func table(action: Int, kind: Int) -> Int? {
    let index = dispatch[action * Self.kindSlots + kind]
    return index < 0 ? nil : Int(index)
  }

  /// The rules as a section, for a policy that combines these rules with another vocabulary.
  package var rules: ImageSection { ImageSection(texts: texts, words: words) }

  /// The name of the policy, such as `firebase`.
  var name: Name { texts[words[ImageFormat.Rules.name.rawValue]] }

  /// The title of the policy, in one line.
  var title: Name { texts[words[ImageFormat.Rules.title.rawValue]] }

  /// Throws an error if a situation has superseded methods although no row of the policy supersedes a subject.
  ///
  /// For a policy that supersedes no subject, the compiler checked the tables only for accounts without superseded
  /// methods.
  func checkSupersededMethods(in situation: Situation) throws(InputError) {
    guard !hasSupersededMethods else { return }
    if situation.contains(where: { $0.hasSupersededMethod }) {
      throw InputError(
        .contradiction,
        "a method is superseded, but no row of the policy supersedes a subject; "
          + "omit `superseded`, or remove the method")
    }
  }
}

/// A function that returns whether an attempt of a table can have the given facts.
///
/// Only the compiler knows which facts of a policy can occur, so the compiler passes this function to the engine.
package typealias OccurrenceCheck =
  @Sendable (_ facts: FactVector, _ image: PolicyImage, _ table: Int) -> Bool

extension PolicyImage {
  /// Loads an image from bytes: checks the complete content and builds the vocabulary.
  ///
  /// Throws an ``InvalidImage`` for invalid bytes.
  package convenience init(
    loading bytes: [UInt8], canOccur: OccurrenceCheck? = nil
  ) throws(InvalidImage) {
    let file = try ImageFile(bytes)
    let vocabulary = try ImageCursor.vocabulary(file.vocabulary)
    try RulesCheck.run(file.rules, vocabulary)
    self.init(
      file.rules, vocabulary, digest: .known(file.digest), canOccur: canOccur)
  }
}

extension PolicyImage {
  /// Returns the result of a decision graph for a fact vector, as a number.
  func number(from root: UInt32, at facts: FactVector) -> Int {
    var edge = root
    while edge < ImageFormat.terminal {
      let node = Int(edge)
      edge = words[node + 1 + facts[ImageFormat.low(words[node])]]
    }
    return Int(edge & ~ImageFormat.terminal)
  }

  /// Adds the derived facts to a vector; returns false if a derived fact has no value.
  ///
  /// If the facts of a vector can occur together, every derived fact has a value.
  func derive(_ facts: inout FactVector) -> Bool {
    let first = vocabulary.schema.derived.lowerBound
    for (index, root) in factRoots.enumerated() {
      let value = number(from: root, at: facts)
      guard value < vocabulary.schema.count(first + index) else {
        // Only an altered image leads to this code. No row decides the attempt, but an explanation can still list all
        // facts.
        for missing in index..<factRoots.count {
          facts[first + missing] = 0
        }
        return false
      }
      facts[first + index] = value
    }
    return true
  }

  func holdsProof(_ facts: FactVector) -> Bool {
    words[proof] > 0 && failedCondition(of: proof, facts) == nil
  }

  /// Returns the row, guard or other source that decides a vector in which the derived facts are set.
  func source(_ facts: FactVector, _ table: Int) -> DecisionSource {
    source(verdict: number(from: graphRoot(ofTable: table), at: facts), facts, table)
  }

  /// Returns the row, guard or other source that decides, given the result of the table's decision graph.
  func source(verdict number: Int, _ facts: FactVector, _ table: Int) -> DecisionSource {
    switch TableVerdict(number: number, guardCount: guards.count) {
    case .cannotOccur: return .cannotOccur
    case .impossible: return .impossible
    case .guarding(let index): return .guarding(index)
    case .row(let index):
      // Only an altered image contains a result for a missing row.
      guard index < rowCount(ofTable: table) else { return .cannotOccur }
      let list = guardsMet(byRow: index, ofTable: table)
      for place in 0..<Int(words[list]) {
        let guarding = Int(words[list + 1 + place])
        if failedCondition(of: conditions(ofRow: self.guards[guarding]), facts) == nil {
          return .would(guarding, row: index)
        }
      }
      return .row(index)
    }
  }

  /// Returns the index in ``words`` of the first failed condition in a list of conditions; nil if all conditions hold.
  func failedCondition(of list: Int, _ facts: FactVector) -> Int? {
    var place = list + 1
    for _ in 0..<Int(words[list]) {
      guard holds(conditionAt: place, facts[fact(ofCondition: place)]) else { return place }
      place += 1 + ImageFormat.high(words[place])
    }
    return nil
  }

  /// Returns the index in ``words`` of each condition in a list of conditions.
  func conditionPlaces(of list: Int) -> [Int] {
    var places: [Int] = []
    var place = list + 1
    for _ in 0..<Int(words[list]) {
      places.append(place)
      place += 1 + ImageFormat.high(words[place])
    }
    return places
  }

  /// Returns whether a condition holds for a value of the tested fact.
  func holds(conditionAt place: Int, _ value: Int) -> Bool {
    let index = value >> 5
    return index < ImageFormat.high(words[place])
      && words[place + 1 + index] >> UInt32(value & 31) & 1 == 1
  }

  /// Returns the index of the fact that a condition tests.
  func fact(ofCondition place: Int) -> Int {
    ImageFormat.low(words[place])
  }
}

extension PolicyImage {
  package func rowCount(ofTable index: Int) -> Int {
    Int(words[Int(tables[index]) + ImageFormat.Table.rowCount.rawValue])
  }

  /// Returns the index in ``words`` of a row of a table.
  package func row(_ index: Int, ofTable table: Int) -> Int {
    Int(words[Int(tables[table]) + ImageFormat.Table.allCases.count + index])
  }

  /// Returns whether a row or guard, given as `TABLE/ID`, asks for a remedy.
  func asks(for remedy: Remedy, inRow name: String) -> Bool {
    func isMeant(_ row: Int, in table: String) -> Bool {
      guard ask(ofRow: row) == remedy else { return false }
      return name.hasSameBytes(as: reference(toRow: row, of: table).path)
    }
    for index in guards.indices where isMeant(Int(guards[index]), in: "guards") {
      return true
    }
    for table in tables.indices {
      let key = key(ofTable: table).text
      for index in 0..<rowCount(ofTable: table) where isMeant(row(index, ofTable: table), in: key) {
        return true
      }
    }
    return false
  }

  /// Returns whether the attempt's table has a row that adds the attempt's method to an existing account.
  func addsMethods(inTableOf facts: FactVector) -> Bool {
    guard let table = table(action: facts[.action], kind: facts[.kind]) else { return false }
    for index in 0..<rowCount(ofTable: table) {
      for effect in effects(ofRow: row(index, ofTable: table)) {
        switch effect {
        case .link, .addSubject, .replaceSubject, .supersedeSubject, .seizeCredential: return true
        case .create, .createWithoutAddress, .signIn, .refreshMethod, .unlink, .dropUnproven, .drop,
          .dropFactors, .enrollFactor, .removeFactor, .setPassword, .verifyEmail, .unverifyEmail,
          .setEmail, .adoptEmail, .clearEmail, .fillProfile, .overwriteProfile, .revokeSessions,
          .cancelPending, .rememberUndo, .sendCode, .issueToken, .endSession, .disable, .enable,
          .setLabel, .setIdentifier, .clearIdentifier, .notifyOwner, .delete:
          break
        }
      }
    }
    return false
  }

  /// Returns the edge at which a table's decision graph begins.
  func graphRoot(ofTable index: Int) -> UInt32 {
    words[Int(tables[index]) + ImageFormat.Table.graph.rawValue]
  }

  /// Returns the index in ``words`` of the list of guards with `would` that can refuse a row's effects.
  func guardsMet(byRow index: Int, ofTable table: Int) -> Int {
    row(index, ofTable: table) + ImageFormat.ImageRow.allCases.count
  }

  /// Returns the guards with `would` that can refuse the effects of at least one row of a table.
  func guardsMet(inTable table: Int) -> [Int] {
    var met = ValueSet()
    for index in 0..<rowCount(ofTable: table) {
      let list = guardsMet(byRow: index, ofTable: table)
      for place in 0..<Int(words[list]) {
        met.insert(Int(words[list + 1 + place]))
      }
    }
    return met.values
  }

  /// Returns the key of a table, such as `sign-in.federated`.
  package func key(ofTable index: Int) -> Name {
    texts[words[Int(tables[index]) + ImageFormat.Table.key.rawValue]]
  }

  package func action(ofTable index: Int) -> Int {
    Int(words[Int(tables[index]) + ImageFormat.Table.action.rawValue])
  }

  /// Returns the kinds that a table decides; empty for a table whose action carries no method.
  package func kinds(ofTable index: Int) -> [MethodKind] {
    let bits = words[Int(tables[index]) + ImageFormat.Table.kinds.rawValue]
    return MethodKind.allCases.filter { bits >> UInt32($0.rawValue) & 1 == 1 }
  }

  /// Returns the index in ``words`` of the row or guard that decided; nil if neither a row nor a guard decided.
  func row(of source: DecisionSource, inTable table: Int) -> Int? {
    switch source {
    case .row(let index): row(index, ofTable: table)
    case .guarding(let index), .would(let index, _): Int(guards[index])
    case .impossible, .cannotOccur, .staleTicket: nil
    }
  }

  private func word(_ part: ImageFormat.ImageRow, ofRow row: Int) -> UInt32 {
    words[row + part.rawValue]
  }

  /// Returns the index in ``words`` of the list of a row's conditions.
  func conditions(ofRow row: Int) -> Int {
    Int(word(.conditions, ofRow: row))
  }

  func conditions(ofRow row: UInt32) -> Int {
    conditions(ofRow: Int(row))
  }

  /// Returns the index of the error with which a row refuses an attempt; nil if the row allows the attempt.
  func error(ofRow row: Int) -> Int? {
    let word = word(.error, ofRow: row)
    return word == 0 ? nil : Int(word) - 1
  }

  func shown(ofRow row: Int) -> CompiledAnswer.ReportedOutcome {
    let word = word(.shown, ofRow: row)
    switch ImageFormat.ReportedOutcomeWord(rawValue: word) {
    case .outcome: return .outcome
    case .allowed: return .allowed
    case nil: return .error(Int(word) - ImageFormat.ReportedOutcomeWord.allCases.count)
    }
  }

  func ask(ofRow row: Int) -> Remedy? {
    let word = word(.ask, ofRow: row)
    return word == 0 ? nil : Remedy(rawValue: UInt8(word - 1))
  }

  func tell(ofRow row: Int) -> [Disclosure] {
    list(.tell, ofRow: row).compactMap { Disclosure(rawValue: UInt8($0)) }
  }

  func effects(ofRow row: Int) -> [Effect] {
    var effects: [Effect] = []
    var places = effectPlaces(ofRow: row)
    effects.reserveCapacity(places.count)
    while let effect = next(&places) {
      effects.append(effect)
    }
    return effects
  }

  /// The effects of a row that are not yet read: the index in ``words`` of the first effect, and the number of effects.
  typealias EffectPlaces = (place: Int, count: Int)

  func effectPlaces(ofRow row: Int) -> EffectPlaces {
    let list = Int(word(.effects, ofRow: row))
    return (list + 1, Int(words[list]))
  }

  /// Decodes the first effect of a list, and removes the effect from the list; returns nil for an empty list.
  func next(_ places: inout EffectPlaces) -> Effect? {
    guard places.count > 0 else { return nil }
    let effect = effect(at: places.place)
    places.place += 1 + ImageFormat.high(words[places.place])
    places.count -= 1
    return effect
  }

  /// Decodes the answer of a row or guard.
  func answer(ofRow row: Int) -> CompiledAnswer {
    CompiledAnswer(
      effects: effects(ofRow: row), error: error(ofRow: row), ask: ask(ofRow: row),
      tell: tell(ofRow: row), shown: shown(ofRow: row))
  }

  /// Returns the id, table, source position and reasons of a row or guard.
  func reference(toRow row: Int, of table: String) -> RowReference {
    RowReference(
      id: texts[word(.id, ofRow: row)].text, table: table, position: position(ofRow: row),
      because: list(.because, ofRow: row).map { texts[$0].text })
  }

  /// Returns the position of a row or guard in the policy's files.
  package func position(ofRow row: Int) -> SourcePosition {
    SourcePosition(
      file: Int(clamping: word(.file, ofRow: row)), line: Int(clamping: word(.line, ofRow: row)),
      column: Int(clamping: word(.column, ofRow: row)))
  }

  private func list(_ part: ImageFormat.ImageRow, ofRow row: Int) -> ArraySlice<UInt32> {
    let start = Int(word(part, ofRow: row))
    return words[start + 1..<start + 1 + Int(words[start])]
  }
}

extension PolicyImage {
  /// Returns the code of an error, such as `email-already-in-use`.
  func name(ofError index: Int) -> Name {
    texts[words[Int(errors[index])]]
  }

  /// Returns the names of an error, each with its platform, such as `web`.
  func names(ofError index: Int) -> [(platform: String, name: String)] {
    let list = Int(errors[index]) + 1
    return (0..<Int(words[list])).map { number in
      (texts[words[list + 1 + 2 * number]].text, texts[words[list + 2 + 2 * number]].text)
    }
  }

  /// Returns the name of an error on one platform; nil if the policy states no name for the platform.
  func name(ofError index: Int, on platform: String) -> String? {
    let list = Int(errors[index]) + 1
    for number in 0..<Int(words[list])
    where texts.isText(words[list + 1 + 2 * number], platform) {
      return texts[words[list + 2 + 2 * number]].text
    }
    return nil
  }
}

extension PolicyImage {
  /// Decodes the effect that begins at an index in ``words``.
  func effect(at place: Int) -> Effect {
    guard let effect = EffectWord(number: ImageFormat.low(words[place])) else {
      preconditionFailure("the numbers of effects are checked when an image is loaded")
    }
    switch effect.form {
    case .plain(let effect): return effect
    case .kinds:
      let arguments = words[place + 1..<place + 1 + ImageFormat.high(words[place])]
      return .drop(arguments.compactMap { MethodKind(rawValue: UInt8($0)) })
    case .purpose:
      return .sendCode(vocabulary.purposes.purposes[Int(words[place + 1])].purpose)
    case .identifier(let isStored):
      let name = vocabulary.identifiers.identifiers[Int(words[place + 1])].name
      return isStored ? .setIdentifier(name) : .clearIdentifier(name)
    case .label:
      let label = vocabulary.labels[Int(words[place + 1])]
      return .setLabel(
        name: label.name.value, value: label.values[Int(words[place + 2])].value)
    }
  }
}

extension EffectWord {
  /// Finds the effect that images represent by a number; returns nil if no effect has this number.
  init?(number: Int) {
    guard let small = UInt8(exactly: number) else { return nil }
    self.init(rawValue: small)
  }
}
