internal import LinkPolicy
internal import LinkPolicyAuthoring

/// Puts an effect of near meaning in the place of another.
struct ReplaceEffect: MutationOperator {
  let name = "effect-replaced"
  let summary = "puts an effect of near meaning in the place of another"

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
              name, table, row.declared,
              DropEffect.detail(effect, place) + "/" + Self.plain(other.text),
              [
                .init(
                  document: document,
                  summary: "does `" + other.text + "` instead of `" + effect.text + "`")
              ], overriding: table.hit(in: source.document) == .first))
        }
      }
      return mutants
    }
  }

  /// Effects that differ in one step of meaning, by group; each stands for every other of its group.
  private static var groups: [[Effect]] {
    [
      [.create, .createWithoutAddress],
      [.link, .replaceSubject, .supersedeSubject, .refreshMethod, .seizeCredential],
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
    case .dropUnproven, .dropFactors, .unlink:
      near.append(.drop([.password]))
    case .drop(let kinds):
      near.append(.dropUnproven)
      near += kinds.count > 1 ? kinds.map { kind in .drop(kinds.filter { $0 != kind }) } : []
      for kind in MethodKind.allCases where !kinds.contains(kind) {
        near.append(.drop(kinds + [kind]))
      }
    case .setLabel(let name, let value):
      for label in source.document.labels where label.name.value == name {
        for other in label.values where other.value != value {
          near.append(.setLabel(name: name, value: other.value))
        }
      }
    case .create, .createWithoutAddress, .signIn, .link, .replaceSubject, .supersedeSubject,
      .seizeCredential, .refreshMethod, .setPassword, .verifyEmail, .unverifyEmail, .setEmail,
      .adoptEmail, .clearEmail, .fillProfile, .overwriteProfile, .revokeSessions, .cancelPending,
      .rememberUndo, .issueToken, .endSession, .disable, .enable, .notifyOwner, .delete:
      break
    }
    return near
  }

  /// The text of an effect as a part of an id.
  private static func plain(_ text: String) -> String {
    let kept = Name(text).bytes.filter { byte in
      byte != UInt8(ascii: "[") && byte != UInt8(ascii: "]") && byte != UInt8(ascii: "{")
        && byte != UInt8(ascii: "}") && byte != UInt8(ascii: " ")
    }
    return Name(bytes: kept).text
  }
}
