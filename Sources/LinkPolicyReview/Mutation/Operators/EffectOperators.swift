internal import LinkPolicy
internal import LinkPolicyAuthoring
internal import LinkPolicyExploration

/// The operator that removes one effect of a row, such as `notify-owner`.
struct DropEffect: MutationOperator {
  let name = "effect-dropped"
  let summary = "removes one effect of a row"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachDecision { table, index, row in
      row.compiled.answer.effects.enumerated().map { place, effect in
        let document = source.edited(table) { $0[index].effects?.remove(at: place) }
        return source.mutant(
          by: name, table: table, row: row.declared, detail: Self.detail(effect, place),
          variants: [.init(document: document, summary: "without `" + effect.text + "`")],
          overriding: table.hit(in: source.document) == .first)
      }
    }
  }

  /// Returns the part of a mutant's id that names an effect: its number and word, such as `1-link`.
  static func detail(_ effect: Effect, _ place: Int) -> String {
    String(place + 1) + "-" + effect.word.text
  }
}

/// The operator that copies an effect of another row to a row that has neither this effect nor a similar effect.
struct AddEffect: MutationOperator {
  let name = "effect-added"
  let summary = "adds an effect of other rows to a row without this or a similar effect"

  func mutants(of source: MutationSource) -> [Mutant] {
    let known = Self.known(source)
    return source.eachDecision { table, index, row in
      let own = row.compiled.answer.effects
      // An effect similar to an existing effect would change nothing more; `ReplaceEffect` makes the mutants with
      // similar effects.
      let taken = (own + own.flatMap { ReplaceEffect.near($0, in: source) }).map { $0.word }
      return known.filter { effect in
        !taken.contains(effect.word) && Self.hasSubject(effect, beside: own)
          && Self.hasProfile(effect, table, beside: own, in: source)
      }.map { effect in
        let declared = EffectDeclaration(
          Located(effect.word), effect.arguments.map { Located($0) })
        // Some orders of effects do not load, so the operator tries the positions from the last to the first.
        let variants = (0...own.count).reversed().map { place in
          let document = source.edited(table) {
            $0[index].effects = $0[index].effects ?? []
            $0[index].effects?.insert(declared, at: place)
          }
          return Mutant.Variant(document: document, summary: "also does `" + effect.text + "`")
        }
        return source.mutant(
          by: name, table: table, row: row.declared, detail: effect.word.text, variants: variants,
          overriding: table.hit(in: source.document) == .first)
      }
    }
  }

  /// Returns whether adding an effect to a row with the given effects can change anything.
  ///
  /// A new account has nothing to remove or mark, and a deleted account has nothing left.
  private static func hasSubject(_ effect: Effect, beside own: [Effect]) -> Bool {
    let isMade = own.contains(.create) || own.contains(.createWithoutAddress)
    guard isMade || own.contains(.delete) else { return true }
    switch effect {
    case .notifyOwner, .sendCode, .endSession: return true
    case .signIn, .setPassword, .verifyEmail, .fillProfile, .overwriteProfile, .disable, .setLabel,
      .setIdentifier, .clearIdentifier,
      .enrollFactor, .rememberUndo, .issueToken, .delete:
      return isMade
    case .create, .createWithoutAddress, .link, .addSubject, .replaceSubject, .supersedeSubject,
      .seizeCredential, .refreshMethod, .unlink, .dropUnproven, .drop, .dropFactors,
      .removeFactor, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .revokeSessions,
      .cancelPending,
      .enable:
      return false
    }
  }

  /// Returns whether an effect on the profile can write anything.
  ///
  /// If no provider of the table's kinds gives a name or a photo, the engine ignores the profile of an attempt. Empty
  /// fields then remain empty, even if the effect overwrites the profile of a new account.
  ///
  /// The check applies only to actions with an assertion, because an attempt without an assertion can carry a profile
  /// directly.
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

  /// Returns the first effect with each word, such as the first `link`, in the order of the policy.
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

/// The operator that replaces an effect by an effect of similar meaning, such as `verify-email` by `unverify-email`.
struct ReplaceEffect: MutationOperator {
  let name = "effect-replaced"
  let summary = "replaces an effect by a similar one"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachDecision { table, index, row in
      var mutants: [Mutant] = []
      for (place, effect) in row.compiled.answer.effects.enumerated() {
        for other in Self.near(effect, in: source) {
          let declared = EffectDeclaration(
            Located(other.word), other.arguments.map { Located($0) })
          let document = source.edited(table) { $0[index].effects?[place] = declared }
          mutants.append(
            source.mutant(
              by: name, table: table, row: row.declared,
              detail: DropEffect.detail(effect, place) + "/" + Self.plain(other.text),
              variants: [
                .init(
                  document: document,
                  summary: "does `" + other.text + "` instead of `" + effect.text + "`")
              ], overriding: table.hit(in: source.document) == .first))
        }
      }
      return mutants
    }
  }

  /// The groups of effects with similar meanings.
  ///
  /// Each effect of a group can replace any other effect of the group.
  private static var groups: [[Effect]] {
    [
      [.create, .createWithoutAddress],
      [.link, .addSubject, .replaceSubject, .supersedeSubject, .refreshMethod, .seizeCredential],
      [.verifyEmail, .unverifyEmail], [.setEmail, .adoptEmail, .clearEmail],
      [.fillProfile, .overwriteProfile], [.signIn, .issueToken, .endSession],
      [.revokeSessions, .cancelPending], [.disable, .enable], [.disable, .delete],
    ]
  }

  static func near(_ effect: Effect, in source: MutationSource) -> [Effect] {
    var near: [Effect] = []
    for group in groups where group.contains(effect) {
      near += group.filter { $0 != effect }
    }
    switch effect {
    case .sendCode(let purpose):
      let purposes = source.policy.vocabulary.purposes.purposes.map { $0.purpose }
      near += purposes.filter { $0 != purpose }.map { .sendCode($0) }
    case .dropUnproven, .dropFactors, .enrollFactor, .removeFactor, .unlink:
      near.append(.drop([.password]))
    case .drop(let kinds):
      near.append(.dropUnproven)
      near += kinds.count > 1 ? kinds.map { kind in .drop(kinds.filter { $0 != kind }) } : []
      let offered = source.policy.vocabulary.providers.offeredKinds
      for kind in offered where !kinds.contains(kind) {
        near.append(.drop(kinds + [kind]))
      }
    case .setLabel(let name, let value):
      for label in source.document.labels where label.name.value == name {
        for other in label.values where other.value != value {
          near.append(.setLabel(name: name, value: other.value))
        }
      }
    case .setIdentifier(let name): near.append(.clearIdentifier(name))
    case .clearIdentifier(let name): near.append(.setIdentifier(name))
    case .create, .createWithoutAddress, .signIn, .link, .addSubject, .replaceSubject,
      .supersedeSubject,
      .seizeCredential, .refreshMethod, .setPassword, .verifyEmail, .unverifyEmail, .setEmail,
      .adoptEmail, .clearEmail, .fillProfile, .overwriteProfile, .revokeSessions, .cancelPending,
      .rememberUndo, .issueToken, .endSession, .disable, .enable, .notifyOwner, .delete:
      break
    }
    return near
  }

  /// Returns the text of an effect for a mutant's id, without brackets, braces and spaces.
  private static func plain(_ text: String) -> String {
    let kept = Name(text).bytes.filter { byte in
      byte != UInt8(ascii: "[") && byte != UInt8(ascii: "]") && byte != UInt8(ascii: "{")
        && byte != UInt8(ascii: "}") && byte != UInt8(ascii: " ")
    }
    return Name(bytes: kept).text
  }
}

/// The operator that swaps two adjacent effects of a row, such as `link` and `sign-in`.
struct SwapEffects: MutationOperator {
  let name = "effects-swapped"
  let summary = "swaps two adjacent effects of a row"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachDecision { table, index, row in
      let effects = row.compiled.answer.effects
      return effects.indices.dropLast().map { place in
        let document = source.edited(table) { $0[index].effects?.swapAt(place, place + 1) }
        return source.mutant(
          by: name, table: table, row: row.declared,
          detail: DropEffect.detail(effects[place], place),
          variants: [
            .init(
              document: document,
              summary: "does `" + effects[place + 1].text + "` before `" + effects[place].text + "`"
            )
          ], overriding: table.hit(in: source.document) == .first)
      }
    }
  }
}

/// The operator that moves an effect of a row past two or more other effects.
struct MoveEffect: MutationOperator {
  let name = "effect-moved"
  let summary = "moves an effect of a row past two or more other effects"

  func mutants(of source: MutationSource) -> [Mutant] {
    source.eachDecision { table, index, row in
      let effects = row.compiled.answer.effects
      return Moves.far(among: effects.count).map { from, to in
        let document = source.edited(table) { rows in
          guard let moved = rows[index].effects?.remove(at: from) else { return }
          rows[index].effects?.insert(moved, at: to)
        }
        let place = "place " + String(to + 1)
        return source.mutant(
          by: name, table: table, row: row.declared,
          detail: DropEffect.detail(effects[from], from) + "/" + String(to + 1),
          variants: [
            .init(
              document: document,
              summary: "does `" + effects[from].text + "` in " + place)
          ], overriding: table.hit(in: source.document) == .first)
      }
    }
  }
}
