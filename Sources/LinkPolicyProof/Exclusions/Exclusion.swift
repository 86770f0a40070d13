/// A kind of attempt that a proof leaves out, for example an attempt in another person's session.
///
/// A proof plays every attempt that is not excluded. The comment on each case states the rule that all played attempts
/// follow.
///
/// The exclusions have the numbers 1 to 9; rows of an assumptions file can add further exclusions. Verdicts print the
/// exclusions that apply, and `Docs/Safety.md` gives the reason for each exclusion.
package enum Exclusion: Int, Sendable, CaseIterable {
  /// A person presents only assertions that the assumptions let this person obtain.
  case deniedAssertion = 1
  /// Only a person who reads the mailbox to which a code was mailed uses the code.
  case foreignMail = 2
  /// Only the person who set a password knows the password.
  case foreignSecret = 3
  /// Only the person who opened a session uses the session.
  case foreignSession = 4
  /// A provider asserts a subject only for the person whom the subject identifies.
  case foreignSubject = 5
  /// Some attempts are reserved for administrators, and no actor is an administrator.
  case administration = 6
  /// The owner acts only in sessions that the owner opened, and names only the owner's address.
  case mixedSessions = 7
  /// If a connection is bound to a domain, only users of that domain sign in through the connection.
  case boundConnection = 8
  /// An address never passes from one person to another.
  case reassignment = 9

  /// The exclusions that apply by default, which are all cases of this type.
  package static var usual: Set<Exclusion> { Set(allCases) }

  /// The switch that lifts the exclusion, such as `exclusion-7`.
  package var name: String { "exclusion-" + String(rawValue) }

  /// Whether the exclusion limits only the values that an attempt states, not the accounts, sessions and codes that the
  /// attempt uses.
  var limitsOnlyStarts: Bool {
    switch self {
    case .deniedAssertion, .foreignSubject, .administration, .mixedSessions, .boundConnection,
      .reassignment:
      true
    case .foreignMail, .foreignSecret, .foreignSession: false
    }
  }

  /// The exclusion as a sentence, such as `nobody acts in another's session`.
  package var statement: String {
    switch self {
    case .deniedAssertion:
      "nobody presents an assertion of another person's address, unless the assumptions allow it"
    case .foreignMail: "nobody presents a code that was mailed to another person"
    case .foreignSecret: "nobody knows a password that another person set"
    case .foreignSession: "nobody acts in another person's session"
    case .foreignSubject:
      "no assertion has another person's subject, except through connections that share an issuer"
    case .administration: "administrators do nothing"
    case .mixedSessions:
      "the owner names only his own address, and acts in no session that the attacker opened"
    case .boundConnection:
      "only the owner of an address uses a connection that is bound to the address's domain"
    case .reassignment: "no address passes to another person"
    }
  }

  /// The reason why a proof may leave out the attempts.
  package var reason: String {
    switch self {
    case .deniedAssertion: "identity providers behave as the rows of the assumptions state"
    case .foreignMail:
      "only the owner of an address reads its mail, and codes cannot be guessed"
    case .foreignSecret: "passwords are not guessed, and not used twice"
    case .foreignSession: "session tokens are not stolen"
    case .foreignSubject:
      "assertions are verified, with audience and signature, before they are handed in"
    case .administration:
      "administrators are not adversaries; a switch reports the damage they could do"
    case .mixedSessions: "browsers keep sessions apart, and services protect log-in against forgery"
    case .boundConnection: "a connection is bound to a domain once its owner has proved the domain"
    case .reassignment: "mail providers state this; a switch reports the consequences"
    }
  }
}
