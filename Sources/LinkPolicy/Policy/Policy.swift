/// A compiled policy, ready to decide.
///
/// Load a policy once, and share the policy between all threads.
///
/// Load a policy from an image, or compile a policy with the module `LinkPolicyAuthoring`. A policy uses no clock and
/// no random numbers, so the same input always results in the same decision.
public struct Policy: Sendable {
  /// The compiled rules and the declared names of the policy.
  package let image: PolicyImage

  /// Loads a policy image that `CompiledPolicy.image` or `linkpolicy compile` made.
  ///
  /// Loading checks every byte, but does not recompute the digest. A valid image does not prove that somebody approved
  /// its policy, so let only people who may change the policy write the file.
  ///
  /// - Parameter image: the complete bytes of the image.
  /// - Throws: an ``InvalidImage`` if the bytes are altered or truncated, or if the image is for another version of
  ///   the format or engine.
  public init(image: [UInt8]) throws(InvalidImage) {
    self.image = try PolicyImage(loading: image)
  }

  /// Returns whether bytes begin with the signature of a policy image; no UTF-8 text begins with this signature.
  ///
  /// - Parameter bytes: the content of a file, or the start of the content.
  /// - Returns: true for an image of any version, even an invalid image that ``init(image:)`` rejects.
  public static func isImage(_ bytes: [UInt8]) -> Bool {
    ImageFile.isImage(bytes)
  }

  package init(_ image: PolicyImage) {
    self.image = image
  }

  /// The name of the policy in vectors, records and reports, such as `firebase`.
  public var name: String { image.name.text }
  /// The title of the policy, in one line.
  public var title: String { image.title.text }
  /// The digest of the policy's meaning; comments do not change the digest.
  public var digest: PolicyDigest { image.digest }
  /// The names of the files to which the policy's source positions refer.
  public var sources: SourceMap { image.sources }
}

extension Policy {
  /// Loads a policy from an image in base64, the form in which generated Swift source contains an image.
  ///
  /// The Swift compiler processes a long string literal much faster than an array literal of the same bytes.
  ///
  /// - Parameter text: the image in the base64 encoding of RFC 4648, section 4, with padding and without line
  ///   breaks.
  /// - Throws: an ``InvalidImage`` if the text is not base64, or for an image that ``init(image:)`` rejects.
  public init(imageText text: String) throws(InvalidImage) {
    guard let bytes = Base64.bytes(of: text) else {
      throw InvalidImage(.notAnImage, "not a policy image: the text is not Base64")
    }
    self = try Policy(image: bytes)
  }
}

extension Policy {
  /// Builds the lookup for an attempt: the questions that the service must answer from its store.
  ///
  /// - Parameters:
  ///   - attempt: the attempt to decide.
  ///   - caller: the ids of the session, target and code that the caller sent.
  ///   - settings: the settings for the attempt, merged from the settings of project, tenant and provider; a missing
  ///     setting has the policy's default.
  /// - Returns: the questions to answer from the store.
  /// - Throws: an ``InputError`` if the attempt is malformed, if the policy does not offer the action, or if the action
  ///   does not take the target or code. The function also throws if an id has more than 255 bytes.
  public func lookup(
    for attempt: Attempt, by caller: Lookup.Caller, under settings: Settings
  ) throws(InputError) -> Lookup {
    let named = try NamedAttempt(attempt, in: image.vocabulary)
    let action = image.vocabulary.actions[named.action].traits
    if caller.target != nil, action.pointsTo != .target {
      throw InputError(
        .unexpected, "`" + attempt.action.name + "` names no target", about: .target)
    }
    if caller.code != nil, !action.carriesCode(named.kind) {
      throw InputError(.unexpected, "the attempt carries no code", about: .code)
    }
    try caller.checkLengths()
    return try Lookup(
      for: attempt.withCanonicalSubject(named, by: image.vocabulary), named: named, by: caller,
      under: settings, code: .open, image: image)
  }
}

extension Policy {
  /// Decides an attempt from the answers to its lookup.
  ///
  /// The decision depends only on the policy, the attempt and the answers. A refusal is also a decision, so the
  /// function returns refusals and never throws them.
  ///
  /// - Parameter lookup: the answered lookup, built by this policy.
  /// - Returns: the decision, with the outcome, the disclosures and the changes.
  /// - Throws: an ``InputError`` if the answers contradict each other or the attempt, or if the ticket is malformed.
  ///   The function also throws if the policy has no table for the attempt's action and kind, or if another policy
  ///   built the lookup.
  public func decide(_ lookup: AnsweredLookup) throws(InputError) -> Decision {
    guard lookup.image === image else {
      throw InputError(.contradiction, "another policy built the lookup")
    }
    return try decide(lookup.read, in: lookup.situation)
  }

  /// Returns the purpose that the code of an attempt must have, or nil if the attempt carries no code.
  ///
  /// A decision treats a code of another purpose as unknown. The function throws an ``InputError`` for a malformed
  /// attempt.
  package func codePurpose(of attempt: Attempt) throws(InputError) -> CodePurpose? {
    let named = try NamedAttempt(attempt, in: image.vocabulary)
    return image.vocabulary.actions[named.action].codePurpose(named.kind)
  }

  /// Decides an attempt in a situation that a tool built without a lookup.
  package func decide(
    _ attempt: Attempt, in situation: Situation
  ) throws(InputError) -> Decision {
    let named = try NamedAttempt(attempt, in: image.vocabulary)
    let attempt = attempt.withCanonicalSubject(named, by: image.vocabulary)
    let judged = try judged(situation, for: named)
    return try decide(image.read(attempt, named, in: judged), in: situation)
  }

  /// Returns the situation with a kind for every method; a code that the action does not accept becomes unknown.
  ///
  /// For example, a sign-in treats a password-reset code as unknown.
  ///
  /// - Throws: an ``InputError`` if the policy does not have the code's purpose, or if a method is superseded although
  ///   the policy supersedes no methods.
  func judged(
    _ situation: Situation, for named: NamedAttempt
  ) throws(InputError) -> Situation {
    var judged = situation
    if situation.contains(where: { !$0.hasOnlyPlainMethods }) {
      image.vocabulary.closeKinds(of: &judged)
      try image.checkSupersededMethods(in: judged)
    }
    guard judged.code != nil else { return judged }
    return try judged.withCode(
      takenFor: image.vocabulary.actions[named.action].codePurpose(named.kind),
      by: image.vocabulary.purposes)
  }

  /// Decides an attempt in a situation, given the facts that the engine read before the lookup.
  private func decide(
    _ read: AttemptReading, in given: Situation
  ) throws(InputError) -> Decision {
    let attempt = read.attempt
    let situation = try judged(given, for: read.named)
    let reading = try FactReader.read(read, in: situation, given: given)
    var facts = reading.facts
    let isComplete = derive(&facts)
    guard let table = image.table(action: facts[.action], kind: facts[.kind]) else {
      throw InputError(
        .actionNotOffered, "the policy decides no `" + attempt.action.name + "` of this kind")
    }
    if !image.vocabulary.schema.factorInputs.isEmpty {
      try image.vocabulary.checkFactors(facts, of: reading.account(in: situation))
    }
    // Input errors are thrown before this check: the compiler verifies no table for facts that cause an input error,
    // such as a shown second factor for an account without second factors.
    image.assertCanOccur(facts, in: table)
    let isStale =
      try attempt.ticket.map { ticket throws(InputError) in
        try !ticket.fits(
          attempt, facts, address: read.address(reading.record, in: situation),
          identifiers: read.identifiers, pointingTo: reading.account(in: situation),
          as: reading.pointed, under: image)
      } ?? false
    let source: Decision.Source =
      isStale ? .staleTicket : isComplete ? image.source(facts, table) : .cannotOccur
    let decision = Decision(
      image: image, source: source, table: table,
      facts: facts, isProven: isComplete && holdsProof(facts), read: read, situation: situation,
      pointed: reading.pointed, record: reading.record)
    try decision.checkIdentifiers()
    return decision
  }

  /// Adds the derived facts to a vector; returns false if a derived fact has no value.
  ///
  /// If the facts of a vector can occur together, every derived fact has a value.
  @discardableResult
  package func derive(_ facts: inout FactVector) -> Bool {
    image.derive(&facts)
  }

  package func holdsProof(_ facts: FactVector) -> Bool {
    image.holdsProof(facts)
  }
}

extension Policy {
  /// Decides an attempt with this policy from the answers to another policy's lookup.
  ///
  /// The function uses the answers without a new lookup. The answers are insufficient if this policy's lookup asks a
  /// question that the other lookup did not ask. For example, the policies may have different canonical forms of an
  /// address.
  ///
  /// - Parameter found: the answered lookup of any policy.
  /// - Returns: the decision; nil if the answers are insufficient.
  /// - Throws: an ``InputError`` if this policy does not decide the attempt's action, or if the answers are impossible
  ///   under this policy.
  package func decide(answeredElsewhere found: AnsweredLookup) throws(InputError) -> Decision? {
    let named = try NamedAttempt(found.attempt, in: image.vocabulary)
    let judged = try judged(found.situation, for: named)
    let read = try image.read(found.attempt, named, in: judged)
    guard image.asks(read, sameAs: found) else { return nil }
    return try decide(read, in: found.situation)
  }
}

extension Policy {
  /// The vocabulary of the policy: its declared names, such as providers and settings, each with a number.
  package var vocabulary: Vocabulary { image.vocabulary }

  /// Whether a row of the policy has an effect that supersedes a method.
  ///
  /// If no row has this effect, an account with a superseded method is an input error.
  package var supersedesSubjects: Bool { image.hasSupersededMethods }

  /// Checks that the policy can decide attempts on an account.
  ///
  /// - Parameter account: an account in which every method has a kind.
  /// - Throws: an ``InputError`` if the account is invalid under the vocabulary, or has a superseded method although
  ///   no row supersedes a subject.
  package func checkDecidable(_ account: Account) throws(InputError) {
    try vocabulary.check(account)
    guard supersedesSubjects || !account.hasSupersededMethod else {
      throw InputError(
        .contradiction,
        "a method of account `" + account.id
          + "` is superseded, but no row of the policy supersedes a subject")
    }
  }

  /// Returns the index of the table for the action and kind in a fact vector; nil if no table decides attempts of this
  /// action and kind.
  package func tableIndex(of facts: FactVector) -> Int? {
    image.table(action: facts[.action], kind: facts[.kind])
  }

  /// Returns the row, guard or other source that decides, given all facts except derived facts; nil if no table decides
  /// the action and kind.
  ///
  /// The function also adds the derived facts to `facts`.
  package func source(of facts: inout FactVector) -> Decision.Source? {
    guard let table = tableIndex(of: facts) else { return nil }
    return derive(&facts) ? image.source(facts, table) : .cannotOccur
  }

  /// Returns the facts of an attempt in a situation, except derived facts, with the account and address record that the
  /// facts describe.
  ///
  /// The function throws an ``InputError`` for a malformed attempt, or for rows that contradict each other.
  package func reading(
    of attempt: Attempt, in situation: Situation
  ) throws(InputError) -> Reading {
    let named = try NamedAttempt(attempt, in: vocabulary)
    let attempt = attempt.withCanonicalSubject(named, by: vocabulary)
    let judged = try judged(situation, for: named)
    let read = try image.read(attempt, named, in: judged)
    return try FactReader.read(read, in: judged, given: situation)
  }

  /// Returns the effects of the deciding row or guard, and whether this row or guard allows the attempt.
  package func answer(
    of source: Decision.Source, inTable table: Int
  ) -> (effects: [Effect], isAllowed: Bool) {
    guard let row = image.row(of: source, inTable: table) else { return ([], false) }
    return (image.effects(ofRow: row), image.error(ofRow: row) == nil)
  }
}

extension Policy {
  /// Builds an address record from an address and the claims of a verified token, and omits claims that the policy
  /// does not declare.
  ///
  /// An attempt with an undeclared claim is malformed, but tokens contain claims that no policy uses. Pass all claims
  /// of a token to this function, and look for misspellings in the names of the omitted claims.
  ///
  /// - Parameters:
  ///   - email: the address in the spelling of the token.
  ///   - claims: every claim of the token about the user.
  /// - Returns: the record with the declared claims, in the given order, and the names of the omitted claims.
  public func addressRecord(
    _ email: String, tokenClaims claims: [AddressRecord.Claim]
  ) -> (record: AddressRecord, undeclared: [String]) {
    var record = AddressRecord(email)
    var undeclared: [String] = []
    for claim in claims {
      if image.vocabulary.claims.contains(where: { claim.name.hasSameBytes(as: $0.name) }) {
        record.claims.append(claim)
      } else {
        undeclared.append(claim.name)
      }
    }
    return (record, undeclared)
  }
}

extension Policy {
  /// Returns whether a lookup in a pool of providers can find an account.
  package func isSearched(_ account: Account, in pool: Int) -> Bool {
    image.vocabulary.isIn(pool, account)
  }
}

extension PolicyImage {
  /// Stops a debug build if the compiler has not verified the table for the given facts.
  ///
  /// A release build skips this check.
  func assertCanOccur(_ facts: FactVector, in table: Int) {
    #if DEBUG && !hasFeature(Embedded)
      guard let canOccur else { return }
      precondition(
        canOccur(facts, self, table),
        "a situation was accepted that cannot occur for `\(key(ofTable: table).text)`: "
          + vocabulary.schema.facts.indices.prefix(vocabulary.schema.derived.lowerBound)
          .map {
            vocabulary.schema.facts[$0].name.text + "="
              + vocabulary.schema.facts[$0].values[facts[$0]].text
          }
          .joined(separator: " "))
    #endif
  }
}

extension PolicyImage {
  /// Returns whether the answers to another policy's lookup suffice to decide an attempt under this policy.
  ///
  /// Session, target and code need no comparison, because every policy asks for the ids that the caller sent.
  fileprivate func asks(
    _ read: AttemptReading, sameAs found: AnsweredLookup
  ) -> Bool {
    let other = found.image.vocabulary
    // If only one of the two policies ignores the letter case of subjects, one policy's lookup spells the subject
    // wrongly for the other policy.
    guard
      read.attempt.asserted?.subject == nil
        || vocabulary.providers.foldsSubjects(read.named.provider)
          == other.providers.foldsSubjects(found.read.named.provider)
    else { return false }
    let (key, otherKey) = (read.credential, found.read.credential)
    guard key?.kind == otherKey?.kind, (key?.issuer).hasSameBytes(as: otherKey?.issuer),
      (key?.subject).hasSameBytes(as: otherKey?.subject)
    else { return false }
    let (asked, otherAsked) = (read.asked.list, found.read.asked.list)
    guard asked.count == otherAsked.count,
      asked.indices.allSatisfy({ asked[$0].hasSameBytes(as: otherAsked[$0]) })
    else { return false }
    if !asked.isEmpty {
      guard vocabulary.addresses.heldBy == other.addresses.heldBy,
        vocabulary.pool(of: read) == other.pool(of: found.read)
      else { return false }
    }
    guard read.identifiers.count == found.read.identifiers.count,
      read.identifiers.indices.allSatisfy({
        read.identifiers[$0].isSame(as: found.read.identifiers[$0])
      })
    else { return false }
    // Without this check, a method about which the other lookup did not ask would count as enabled.
    guard !vocabulary.asksDisabledMethods || other.asksDisabledMethods else { return false }
    return !asksMethod(read) || found.image.asksMethod(found.read)
  }

  private func asksMethod(_ read: AttemptReading) -> Bool {
    vocabulary.isUsed(.method) && MethodFact.isCarried(by: read.shape)
  }
}

extension Vocabulary {
  fileprivate func pool(of read: AttemptReading) -> [String] {
    names(ofPool: pools.index(ofProvider: read.named.provider))
  }
}
