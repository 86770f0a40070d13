extension PolicyImage {
  /// The effect whose code stands at a place.
  func effect(at place: Int) -> Effect {
    guard let code = EffectCode(rawValue: UInt32(ImageFormat.low(words[place]))) else {
      preconditionFailure("the codes of effects are checked when an image is loaded")
    }
    switch code {
    case .create: return .create
    case .createWithoutAddress: return .createWithoutAddress
    case .signIn: return .signIn
    case .link: return .link
    case .replaceSubject: return .replaceSubject
    case .supersedeSubject: return .supersedeSubject
    case .seizeCredential: return .seizeCredential
    case .refreshMethod: return .refreshMethod
    case .unlink: return .unlink
    case .dropUnproven: return .dropUnproven
    case .drop:
      let arguments = words[place + 1..<place + 1 + ImageFormat.high(words[place])]
      return .drop(arguments.compactMap { MethodKind(rawValue: UInt8($0)) })
    case .dropFactors: return .dropFactors
    case .setPassword: return .setPassword
    case .verifyEmail: return .verifyEmail
    case .unverifyEmail: return .unverifyEmail
    case .setEmail: return .setEmail
    case .adoptEmail: return .adoptEmail
    case .clearEmail: return .clearEmail
    case .fillProfile: return .fillProfile
    case .overwriteProfile: return .overwriteProfile
    case .revokeSessions: return .revokeSessions
    case .cancelPending: return .cancelPending
    case .rememberUndo: return .rememberUndo
    case .sendCode: return .sendCode(vocabulary.purposes.purposes[Int(words[place + 1])].purpose)
    case .issueToken: return .issueToken
    case .endSession: return .endSession
    case .disable: return .disable
    case .enable: return .enable
    case .setLabel:
      let label = vocabulary.labels[Int(words[place + 1])]
      return .setLabel(
        name: label.name.value, value: label.values[Int(words[place + 2])].value)
    case .notifyOwner: return .notifyOwner
    case .delete: return .delete
    }
  }
}
