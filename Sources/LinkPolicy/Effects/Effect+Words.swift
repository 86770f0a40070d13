extension Effect {
  /// The words of the effects without arguments, and those effects.
  private static var plain: [(word: Name, effect: Effect)] {
    [
      ("create", .create), ("create-without-address", .createWithoutAddress),
      ("sign-in", .signIn), ("link", .link), ("replace-subject", .replaceSubject),
      ("supersede-subject", .supersedeSubject), ("seize-credential", .seizeCredential),
      ("refresh-method", .refreshMethod), ("unlink", .unlink),
      ("drop-unproven", .dropUnproven), ("drop-factors", .dropFactors),
      ("set-password", .setPassword), ("verify-email", .verifyEmail),
      ("unverify-email", .unverifyEmail), ("set-email", .setEmail),
      ("adopt-email", .adoptEmail), ("clear-email", .clearEmail),
      ("fill-profile", .fillProfile), ("overwrite-profile", .overwriteProfile),
      ("revoke-sessions", .revokeSessions), ("cancel-pending", .cancelPending),
      ("remember-undo", .rememberUndo), ("issue-token", .issueToken),
      ("end-session", .endSession), ("disable", .disable), ("enable", .enable),
      ("notify-owner", .notifyOwner), ("delete", .delete),
    ]
  }

  /// The words of the effects that take arguments.
  private static var withArguments: [Name] { ["drop", "send-code", "set"] }

  /// Every effect's word, in the order of the reference.
  package static var words: [Name] {
    plain.map { $0.word } + withArguments
  }

  /// The word for the effect in a policy.
  public var word: Name {
    switch self {
    case .drop: return "drop"
    case .sendCode: return "send-code"
    case .setLabel: return "set"
    default:
      for (word, effect) in Self.plain where effect == self {
        return word
      }
      return "?"
    }
  }

  /// The arguments after the word, as written in a policy.
  public var arguments: [Name] {
    switch self {
    case .drop(let kinds): kinds.map { $0.name }
    case .sendCode(let purpose): [purpose.name]
    case .setLabel(let name, let value): [name, value]
    default: []
    }
  }

  /// The effect as a policy writes it, such as `drop: [password, phone]`.
  public var text: String {
    switch self {
    case .drop:
      var list = ""
      for argument in arguments {
        list += (list.utf8.isEmpty ? "" : ", ") + argument.text
      }
      return "drop: [" + list + "]"
    case .sendCode(let purpose): return "send-code: " + purpose.name.text
    case .setLabel(let name, let value): return "set: {" + name.text + ": " + value.text + "}"
    default: return word.text
    }
  }

  /// The effect of a word without arguments, or nil.
  package static func plain(_ word: Name) -> Effect? {
    for (candidate, effect) in plain where candidate == word {
      return effect
    }
    return nil
  }
}
