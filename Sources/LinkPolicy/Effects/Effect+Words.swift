extension Effect {
  /// What follows an effect's word, by its form.
  package enum Argument: Sendable {
    /// Nothing.
    case none
    /// Words in a list.
    case list([Name])
    /// One word.
    case word(Name)
    /// A word that is given another.
    case pair(Name, Name)
  }

  /// The word it begins with.
  package var closedWord: EffectWord {
    switch self {
    case .create: .create
    case .createWithoutAddress: .createWithoutAddress
    case .signIn: .signIn
    case .link: .link
    case .replaceSubject: .replaceSubject
    case .supersedeSubject: .supersedeSubject
    case .seizeCredential: .seizeCredential
    case .refreshMethod: .refreshMethod
    case .unlink: .unlink
    case .dropUnproven: .dropUnproven
    case .drop: .drop
    case .dropFactors: .dropFactors
    case .setPassword: .setPassword
    case .verifyEmail: .verifyEmail
    case .unverifyEmail: .unverifyEmail
    case .setEmail: .setEmail
    case .adoptEmail: .adoptEmail
    case .clearEmail: .clearEmail
    case .fillProfile: .fillProfile
    case .overwriteProfile: .overwriteProfile
    case .revokeSessions: .revokeSessions
    case .cancelPending: .cancelPending
    case .rememberUndo: .rememberUndo
    case .sendCode: .sendCode
    case .issueToken: .issueToken
    case .endSession: .endSession
    case .disable: .disable
    case .enable: .enable
    case .setLabel: .set
    case .notifyOwner: .notifyOwner
    case .delete: .delete
    }
  }

  /// What follows the word.
  package var argument: Argument {
    switch self {
    case .drop(let kinds): .list(kinds.map { $0.name })
    case .sendCode(let purpose): .word(purpose.name)
    case .setLabel(let name, let value): .pair(name, value)
    case .create, .createWithoutAddress, .signIn, .link, .replaceSubject, .supersedeSubject,
      .seizeCredential, .refreshMethod, .unlink, .dropUnproven, .dropFactors, .setPassword,
      .verifyEmail, .unverifyEmail, .setEmail, .adoptEmail, .clearEmail, .fillProfile,
      .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo, .issueToken, .endSession,
      .disable, .enable, .notifyOwner, .delete:
      .none
    }
  }

  /// Every effect's word, in the order of the reference.
  package static var words: [Name] {
    EffectWord.allCases.map { $0.name }
  }

  /// The word for the effect in a policy.
  public var word: Name { closedWord.name }

  /// The arguments after the word, as written in a policy.
  public var arguments: [Name] {
    switch argument {
    case .none: []
    case .list(let names): names
    case .word(let name): [name]
    case .pair(let name, let value): [name, value]
    }
  }

  /// The effect as a policy writes it, such as `drop: [password, phone]`.
  public var text: String {
    switch argument {
    case .none: return word.text
    case .list(let names):
      var list = ""
      for name in names {
        list += (list.utf8.isEmpty ? "" : ", ") + name.text
      }
      return word.text + ": [" + list + "]"
    case .word(let name): return word.text + ": " + name.text
    case .pair(let name, let value):
      return word.text + ": {" + name.text + ": " + value.text + "}"
    }
  }
}
