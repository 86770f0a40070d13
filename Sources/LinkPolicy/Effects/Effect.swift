/// A change that a row of a policy makes, such as `link`; no other effects exist.
///
/// A store applies the effects of a row in order, either all or none. The effects change the account to which the
/// attempt points. An effect that creates an account comes first. Even a row that refuses an attempt can have effects.
public enum Effect: Sendable, Hashable {
  /// Creates an account with the attempt's method and the asserted address, which is unverified.
  case create
  /// Creates an account with the attempt's method, but without an address; only the method holds the asserted address.
  case createWithoutAddress
  /// Opens a session of the account.
  case signIn
  /// Adds the attempt's method to an account that has no method with another subject of the same provider.
  case link
  /// Adds the attempt's method; methods with other subjects of the same provider stay unchanged.
  case addSubject
  /// Adds the attempt's method, and removes the account's methods of the same provider and kind that have another
  /// subject.
  case replaceSubject
  /// Adds the attempt's method and hides the method with another subject of the same provider; a person can still sign
  /// in with both methods.
  case supersedeSubject
  /// Moves the attempt's credential from the account that holds the credential to the account to which the attempt
  /// points.
  case seizeCredential
  /// Updates the stored method with the data of the attempt's assertion, such as the address.
  case refreshMethod
  /// Removes the method that the attempt names, or all methods of the provider and kind if the attempt names no
  /// subject.
  case unlink
  /// Removes the methods that have not proved the account's address, and may therefore belong to another person.
  case dropUnproven
  /// Removes the account's methods of these kinds, such as `password`.
  case drop([MethodKind])
  /// Removes all second factors of the account.
  case dropFactors
  /// Adds one second factor to the account; the store counts the factors, and the service keeps their secrets.
  case enrollFactor
  /// Removes one second factor from the account; does nothing if the account has no second factor.
  case removeFactor
  /// Stores the new password, and adds a password method if the account has none.
  case setPassword
  /// Marks the account's address as verified.
  case verifyEmail
  /// Marks the account's address as unverified.
  case unverifyEmail
  /// Sets the account's address to the asserted address; a different address becomes unverified.
  case setEmail
  /// Sets the asserted address, as unverified, on an account without an address.
  case adoptEmail
  /// Removes the account's address.
  case clearEmail
  /// Fills the blank profile values of the account, such as a missing photo, from the attempt.
  case fillProfile
  /// Replaces the account's profile, and clears each profile value that the attempt does not carry.
  case overwriteProfile
  /// Ends all existing sessions of the account, including the sessions of a thief.
  case revokeSessions
  /// Cancels the account's pending codes, such as the codes for e-mail changes and undo links.
  case cancelPending
  /// Mails an `undo` code to the account's current address, so that the owner can restore this address after a change.
  case rememberUndo
  /// Mails a code of the given purpose, such as `reset`.
  case sendCode(CodePurpose)
  /// Renews the caller's session, for which the service then issues new tokens.
  case issueToken
  /// Ends the caller's session, but no other session of the account.
  case endSession
  /// Disables the account.
  case disable
  /// Enables the account.
  case enable
  /// Sets a declared label of the account or of a method to a value, such as `disabled-by` to `directory`.
  case setLabel(name: Name, value: Name)
  /// Stores the attempt's value of a declared identifier, such as a user name, in the account.
  case setIdentifier(Name)
  /// Removes the account's value of a declared identifier.
  case clearIdentifier(Name)
  /// Notifies the owner of the account at the address that the account had before the decision.
  case notifyOwner
  /// Deletes the account.
  ///
  /// Lookups still recognize the keys of the account's superseded methods as keys of a deleted account.
  case delete
}

extension Effect {
  /// The arguments of an effect, as a policy writes them.
  package enum Argument: Sendable {
    /// The effect has no argument.
    case none
    /// The argument is a list of words, such as kinds of method.
    case list([Name])
    /// The argument is a single word, such as a purpose of codes.
    case word(Name)
    /// The argument is a word with an assigned value, such as `{tier: staff}`.
    case pair(Name, Name)
  }

  /// The word with which the effect begins in a policy, as a case of ``EffectWord``.
  package var closedWord: EffectWord {
    switch self {
    case .create: .create
    case .createWithoutAddress: .createWithoutAddress
    case .signIn: .signIn
    case .link: .link
    case .addSubject: .addSubject
    case .replaceSubject: .replaceSubject
    case .supersedeSubject: .supersedeSubject
    case .seizeCredential: .seizeCredential
    case .refreshMethod: .refreshMethod
    case .unlink: .unlink
    case .dropUnproven: .dropUnproven
    case .drop: .drop
    case .dropFactors: .dropFactors
    case .enrollFactor: .enrollFactor
    case .removeFactor: .removeFactor
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
    case .setIdentifier: .setIdentifier
    case .clearIdentifier: .clearIdentifier
    case .notifyOwner: .notifyOwner
    case .delete: .delete
    }
  }

  /// The arguments that follow the effect's word.
  package var argument: Argument {
    switch self {
    case .drop(let kinds): .list(kinds.map { $0.name })
    case .sendCode(let purpose): .word(purpose.name)
    case .setLabel(let name, let value): .pair(name, value)
    case .setIdentifier(let name), .clearIdentifier(let name): .word(name)
    case .create, .createWithoutAddress, .signIn, .link, .addSubject, .replaceSubject,
      .supersedeSubject, .seizeCredential, .refreshMethod, .unlink, .dropUnproven, .dropFactors,
      .enrollFactor, .removeFactor, .setPassword, .verifyEmail, .unverifyEmail, .setEmail,
      .adoptEmail, .clearEmail,
      .fillProfile, .overwriteProfile, .revokeSessions, .cancelPending, .rememberUndo,
      .issueToken, .endSession, .disable, .enable, .notifyOwner, .delete:
      .none
    }
  }

  /// The words of all effects, in the order of the reference documentation of effects.
  package static var words: [Name] {
    EffectWord.allCases.map { $0.name }
  }

  /// The word with which the effect begins in a policy, such as `drop`.
  public var word: Name { closedWord.name }

  /// The arguments after the effect's word, as a policy spells them.
  public var arguments: [Name] {
    switch argument {
    case .none: []
    case .list(let names): names
    case .word(let name): [name]
    case .pair(let name, let value): [name, value]
    }
  }

  /// The effect in the syntax of a policy, such as `drop: [password, phone]`.
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

/// The purpose of a mailed code: a built-in purpose, such as `reset`, or a purpose that a policy declares.
///
/// A code is valid only for its purpose, so nobody can reset a password with a verification code.
public struct CodePurpose: Sendable, Hashable {
  /// The name of the purpose in a policy, such as `verify`.
  public let name: Name

  /// Creates a purpose from its word, without checking that a policy declares it.
  ///
  /// - Parameter name: the word, such as `verify`.
  public init(_ name: Name) {
    self.name = name
  }

  /// The code signs a person in through a mailed link.
  public static var signIn: CodePurpose { CodePurpose("sign-in") }
  /// The code verifies the account's address.
  public static var verify: CodePurpose { CodePurpose("verify") }
  /// The code changes the account's address to a new address.
  public static var change: CodePurpose { CodePurpose("change") }
  /// The code restores the account's previous address.
  public static var undo: CodePurpose { CodePurpose("undo") }
  /// The code lets a person choose a new password.
  public static var reset: CodePurpose { CodePurpose("reset") }

  /// Whether a policy may declare a purpose with this word.
  ///
  /// A valid word has at most 64 bytes, begins with a lower-case letter, and has only lower-case letters, digits and
  /// single hyphens between them.
  package var isWellFormed: Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let hyphen = UInt8(ascii: "-")
    guard let first = name.bytes.first, letters.contains(first), name.bytes.count <= 64 else {
      return false
    }
    var last = first
    for byte in name.bytes {
      guard letters.contains(byte) || digits.contains(byte) || (byte == hyphen && last != hyphen)
      else { return false }
      last = byte
    }
    return last != hyphen
  }
}
