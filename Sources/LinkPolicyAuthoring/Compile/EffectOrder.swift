internal import LinkPolicy

/// The rules for the order of a row's effects, and for effects that a row cannot combine.
struct EffectOrder {
  /// Two effects of a row that are incompatible in their current order, such as a link before an effect that drops
  /// methods.
  struct Clash {
    var earlier: Effect
    var later: Effect
    var verdict: ClashCorrection
    var reason: String
  }

  /// The change of the row that removes the clash: a swap or a removal.
  enum ClashCorrection {
    /// The effects must be swapped.
    case swap
    /// One of the effects must be removed.
    case drop
  }

  let vocabulary: Vocabulary
  let action: ActionDefinition
  /// The kinds of method that the row decides; empty if attempts carry no method.
  let kinds: [MethodKind]

  /// Returns every pair of effects that clash, in the order of the row.
  func clashes(in effects: [Effect]) -> [Clash] {
    var clashes: [Clash] = []
    for (index, earlier) in effects.enumerated() {
      for later in effects[(index + 1)...] {
        if let (verdict, reason) = verdict(of: earlier, before: later) {
          clashes.append(
            Clash(earlier: earlier, later: later, verdict: verdict, reason: reason))
        }
      }
    }
    return clashes
  }

  // MARK: Parts

  /// The aspects of an effect that restrict its position among other effects; an effect can have several aspects.
  private struct EffectAspect: OptionSet {
    let rawValue: UInt32

    static let creation = EffectAspect(rawValue: 1 << 0)
    /// The effect adds the attempt's method to an existing account.
    static let link = EffectAspect(rawValue: 1 << 1)
    static let refresh = EffectAspect(rawValue: 1 << 2)
    /// The effect removes all methods of some kinds, or all unproven methods.
    static let drop = EffectAspect(rawValue: 1 << 3)
    static let dropUnproven = EffectAspect(rawValue: 1 << 22)
    /// The effect can remove the attempt's own method.
    static let dropOwn = EffectAspect(rawValue: 1 << 4)
    /// The effect can remove the password.
    static let dropPassword = EffectAspect(rawValue: 1 << 5)
    static let unlink = EffectAspect(rawValue: 1 << 6)
    static let password = EffectAspect(rawValue: 1 << 7)
    static let verify = EffectAspect(rawValue: 1 << 8)
    /// The effect assigns the asserted address to the account.
    static let address = EffectAspect(rawValue: 1 << 9)
    /// The effect replaces or removes the existing address.
    static let replacement = EffectAspect(rawValue: 1 << 10)
    static let clearing = EffectAspect(rawValue: 1 << 11)
    static let undo = EffectAspect(rawValue: 1 << 12)
    /// The effect sends a code that belongs to the account.
    static let ownCode = EffectAspect(rawValue: 1 << 13)
    static let code = EffectAspect(rawValue: 1 << 14)
    static let cancelling = EffectAspect(rawValue: 1 << 15)
    static let tokens = EffectAspect(rawValue: 1 << 16)
    static let renewal = EffectAspect(rawValue: 1 << 17)
    static let ending = EffectAspect(rawValue: 1 << 18)
    static let revocation = EffectAspect(rawValue: 1 << 19)
    static let switching = EffectAspect(rawValue: 1 << 20)
    static let deletion = EffectAspect(rawValue: 1 << 21)
    static let enrollment = EffectAspect(rawValue: 1 << 23)
    /// The effect removes one second factor or all second factors.
    static let factorLoss = EffectAspect(rawValue: 1 << 24)
  }

  private func parts(of effect: Effect) -> EffectAspect {
    switch effect {
    case .create, .createWithoutAddress: .creation
    case .signIn: .tokens
    case .issueToken: [.tokens, .renewal]
    case .endSession: .ending
    case .link, .addSubject, .replaceSubject, .supersedeSubject, .seizeCredential: .link
    case .refreshMethod: .refresh
    case .unlink: kinds.contains(.password) ? [.unlink, .dropPassword] : .unlink
    // A password that is set through a code has proved its address, so `drop-unproven` keeps the password.
    case .dropUnproven:
      setsProvenPassword ? [.drop, .dropUnproven] : [.drop, .dropUnproven, .dropPassword]
    case .drop(let dropped): drop(dropped)
    case .setPassword: .password
    case .verifyEmail: .verify
    case .setEmail: [.address, .replacement]
    case .adoptEmail: .address
    case .clearEmail: [.replacement, .clearing]
    case .revokeSessions: .revocation
    case .cancelPending: .cancelling
    case .rememberUndo: code(.undo)
    case .sendCode(let purpose): code(purpose)
    case .disable, .enable: .switching
    case .delete: .deletion
    case .enrollFactor: .enrollment
    case .dropFactors, .removeFactor: .factorLoss
    case .unverifyEmail, .fillProfile, .overwriteProfile, .setLabel, .setIdentifier,
      .clearIdentifier, .notifyOwner:
      []
    }
  }

  private func drop(_ dropped: [MethodKind]) -> EffectAspect {
    var part = EffectAspect.drop
    if dropped.contains(where: { kinds.contains($0) }) {
      part.insert(.dropOwn)
    }
    if dropped.contains(.password) {
      part.insert(.dropPassword)
    }
    return part
  }

  private func code(_ purpose: CodePurpose) -> EffectAspect {
    let part: EffectAspect = purpose == .undo ? [.undo, .code] : .code
    return switch vocabulary.purposes[purpose]?.treatment.owner {
    case .account: part.union(.ownCode)
    case .nobody, nil: part
    }
  }

  private var setsProvenPassword: Bool { action.pointsTo == .code && kinds.isEmpty }

  // MARK: Rules

  /// Pairs of aspects: an effect with the first aspect must not precede an effect with the second aspect.
  private static var rules:
    [(earlier: EffectAspect, later: EffectAspect, verdict: ClashCorrection, reason: String)]
  {
    let added = "the earlier addition or change would be dropped too"
    let removed = "the later effect would undo the earlier one"
    return [
      (.link, .drop, .swap, added),
      ([.address, .replacement], .drop, .swap, added),
      (.password, .dropPassword, .swap, "the password just set would be removed"),
      (.creation, .drop, .drop, "a new account has nothing to drop"),
      (
        .dropUnproven, .refresh, .swap,
        "a method that this attempt proves would be dropped, and stored anew"
      ),
      (.dropOwn, .refresh, .drop, removed), (.refresh, .dropOwn, .drop, removed),
      (.unlink, .refresh, .drop, removed), (.refresh, .unlink, .drop, removed),
      (.unlink, .link, .drop, removed), (.link, .unlink, .drop, removed),
      (.replacement, .undo, .swap, "the old address is already replaced"),
      (.verify, .address, .swap, "a new address is unverified"),
      (.verify, .clearing, .drop, "the address just verified would be taken away"),
      ([.address, .replacement], .clearing, .drop, "the address just set would be taken away"),
      (.tokens, .revocation, .swap, "the session just opened would be revoked"),
      (.code, .cancelling, .swap, "the code just mailed would be cancelled"),
      (.ownCode, .deletion, .drop, "a code of a deleted account is useless"),
      (.tokens, .deletion, .drop, "the session would end with the account"),
      (.ending, .renewal, .drop, "a session that has ended gets no new tokens"),
      (.renewal, .ending, .drop, "the session with the new tokens would end at once"),
      (.switching, .switching, .drop, "the second effect makes the first effect pointless"),
      (
        .factorLoss, .factorLoss, .drop,
        "all factors are removed, or the first factor is removed twice"
      ),
      (.enrollment, .factorLoss, .drop, "the factor just enrolled would be removed"),
      (.creation, .creation, .drop, "an attempt creates at most one account"),
    ]
  }

  private func verdict(of earlier: Effect, before later: Effect) -> (ClashCorrection, String)? {
    // Two effect words that produce the same writes are one effect.
    if earlier.templates == later.templates {
      return (.drop, "one occurrence is enough")
    }
    let (before, after) = (parts(of: earlier), parts(of: later))
    if before.contains(.deletion) {
      return Self.rule(after, before) ?? (.swap, "nothing can follow a delete")
    }
    if after.contains(.creation), !before.contains(.creation) {
      return (.swap, "there is no account before it is created")
    }
    if let found = Self.rule(before, after) {
      return found
    }
    if let name = Self.identifier(of: earlier), name == Self.identifier(of: later) {
      return (.drop, "the second effect makes the first effect pointless")
    }
    if case .setLabel(let name, _) = earlier, case .setLabel(let other, _) = later, name == other {
      return (.drop, "a label has one value")
    }
    return nil
  }

  /// Returns the identifier that an effect sets or removes; nil for any other effect.
  private static func identifier(of effect: Effect) -> Name? {
    for template in effect.templates {
      if case .setIdentifier(let name) = template { return name }
      if case .clearIdentifier(let name) = template { return name }
    }
    return nil
  }

  private static func rule(
    _ earlier: EffectAspect, _ later: EffectAspect
  ) -> (ClashCorrection, String)? {
    let rule = rules.first { $0.earlier.isSubset(of: earlier) && $0.later.isSubset(of: later) }
    return rule.map { ($0.verdict, $0.reason) }
  }
}
