internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Does one thing more than a row does: an effect of each word that other rows of the policy have.
struct AddEffect: MutationOperator {
  let name = "effect-added"
  let summary = "adds an effect of other rows to a row that has neither it nor a near one"

  func mutants(of source: MutationSource) -> [Mutant] {
    let known = Self.known(source)
    return source.eachDecision { table, index, row in
      let own = row.compiled.answer.effects
      // Beside one of near meaning it does nothing: that one is replaced by it instead.
      let taken = (own + own.flatMap { ReplaceEffect.near($0, in: source) }).map { $0.word }
      return known.filter { effect in
        !taken.contains(effect.word) && Self.hasSubject(effect, beside: own)
          && Self.hasProfile(effect, table, beside: own, in: source)
      }.map { effect in
        let declared = EffectDeclaration(
          Located(effect.word), effect.arguments.map { Located($0) })
        // Not every order of effects loads: the last place that does counts.
        let variants = (0...own.count).reversed().map { place in
          let document = source.edited(table) {
            $0[index].effects = $0[index].effects ?? []
            $0[index].effects?.insert(declared, at: place)
          }
          return Mutant.Variant(document: document, summary: "also does `" + effect.text + "`")
        }
        return source.mutant(
          name, table, row.declared, effect.word.text, variants,
          overriding: table.hit(in: source.document) == .first)
      }
    }
  }

  /// Whether there is something for an effect to change: an account that is made has nothing yet that could
  /// be taken or marked, and one that is removed has nothing more.
  private static func hasSubject(_ effect: Effect, beside own: [Effect]) -> Bool {
    let isMade = own.contains(.create) || own.contains(.createWithoutAddress)
    guard isMade || own.contains(.delete) else { return true }
    switch effect {
    case .notifyOwner, .sendCode, .endSession: return true
    case .signIn, .setPassword, .verifyEmail, .fillProfile, .overwriteProfile, .disable, .setLabel,
      .rememberUndo, .issueToken, .delete:
      return isMade
    case .create, .createWithoutAddress, .link, .replaceSubject, .supersedeSubject,
      .seizeCredential, .refreshMethod, .unlink, .dropUnproven, .drop, .dropFactors,
      .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .revokeSessions, .cancelPending,
      .enable:
      return false
    }
  }

  /// Whether an effect on the profile has something to write: where no provider of the table's kinds is declared to give a
  /// name or a photo, what an attempt says of them is not taken, so that blanks stay, and those of an account that is made do
  /// when they are overwritten.
  ///
  /// An attempt that asserts nothing can carry a profile of its own, so this is said only of actions that take an assertion.
  private static func hasProfile(
    _ effect: Effect, _ table: RowTable, beside own: [Effect], in source: MutationSource
  ) -> Bool {
    let isMade = own.contains(.create) || own.contains(.createWithoutAddress)
    guard effect == .fillProfile || (effect == .overwriteProfile && isMade),
      case .decision(let index) = table
    else { return true }
    let (compiled, vocabulary) = (source.storage.tables[index], source.policy.vocabulary)
    let traits = vocabulary.actions[compiled.action].traits
    guard !compiled.kinds.isEmpty, !traits.kinds.isEmpty, !traits.namesMethod else { return true }
    return vocabulary.providers.providers.contains { provider in
      provider.kinds.contains { compiled.kinds.contains($0) }
        && (provider.givesName || provider.givesNameOnce || provider.givesPhoto)
    }
  }

  /// The first effect of each word, in the order in which the policy comes to them.
  private static func known(_ source: MutationSource) -> [Effect] {
    var known: [Effect] = []
    for row in source.storage.tables.flatMap({ $0.rows }) {
      for effect in row.answer.effects where !known.contains(where: { $0.word == effect.word }) {
        known.append(effect)
      }
    }
    return known
  }
}
