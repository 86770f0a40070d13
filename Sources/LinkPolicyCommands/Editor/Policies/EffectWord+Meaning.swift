internal import LinkPolicy

extension EffectWord {
  /// What it does, as the reference of effects puts it.
  var meaning: Name {
    switch self {
    case .create:
      "makes an account with the asserted address, unverified, and the attempt's method; later effects act on it"
    case .createWithoutAddress: "the same, leaving the address in the method"
    case .signIn: "opens a session: the only effect that does"
    case .link: "adds the attempt's method"
    case .replaceSubject: "adds it; another subject of the provider stops working"
    case .supersedeSubject: "adds it; another subject of the provider goes on working"
    case .seizeCredential: "takes the credential, and no other, from the account that holds it"
    case .refreshMethod:
      "stores this assertion with the method it came by, and touches no other"
    case .unlink:
      "removes the method the attempt names: one by its subject, or all of its provider and kind"
    case .dropUnproven:
      "removes the methods that did not prove the account's current address"
    case .dropFactors: "removes the second factors"
    case .setPassword: "stores the new password, adding the method where there is none"
    case .verifyEmail: "marks the address verified: the only effect that does"
    case .unverifyEmail: "marks it unverified"
    case .setEmail: "gives the account the asserted address; unverified where it differs"
    case .adoptEmail: "the same, only where the account has none"
    case .clearEmail: "takes the address away"
    case .fillProfile: "fills blank profile values with what the provider gives"
    case .overwriteProfile: "replaces the profile; what is not given is cleared"
    case .revokeSessions: "ends every session opened before now"
    case .cancelPending:
      "cancels every code that is the account's, changes and undo links among them, and those to its address that are nobody's, such as sign-in links"
    case .rememberUndo:
      "keeps the address that is about to be replaced and mails it a link that brings it back"
    case .issueToken: "gives the caller new tokens; recent again where a method was proved"
    case .endSession: "ends the caller's session"
    case .disable: "switches the account off or on"
    case .enable: "switches the account off or on"
    case .notifyOwner: "notifies the owner"
    case .delete: "removes the account and ends its sessions"
    case .drop: "removes the methods of these kinds"
    case .sendCode: "mails a code"
    case .set: "sets a label of the account, or of the attempt's method"
    }
  }
}
