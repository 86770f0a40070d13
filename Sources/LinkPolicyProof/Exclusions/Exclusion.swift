/// An attempt that an adversary cannot make.
///
/// A proof plays every attempt that is not excluded.
///
/// The list is closed and numbered. Verdicts print the entries that apply, and `Docs/Safety.md` gives the reason for each.
package enum Exclusion: Int, Sendable, CaseIterable {
  /// The assumptions determine who can obtain an assertion.
  case deniedAssertion = 1
  /// Only the reader of a mailbox reads a code that was mailed to it.
  case foreignMail = 2
  /// Only the person who set a password knows its secret.
  case foreignSecret = 3
  /// Only the person who opened a session uses it.
  case foreignSession = 4
  /// A subject is asserted only for the person whom it identifies.
  case foreignSubject = 5
  /// Only administrators make administrators' attempts, and they make none.
  case administration = 6
  /// The owner acts only in sessions that the owner opened, and names only the owner's address.
  case mixedSessions = 7
  /// If a connection is bound to a domain, only users of that domain sign in through it.
  case boundConnection = 8
  /// Addresses are not reassigned.
  case reassignment = 9

  /// The default exclusions of a proof.
  package static var usual: Set<Exclusion> { Set(allCases) }

  /// The switch that lifts the exclusion, such as `exclusion-7`.
  package var name: String { "exclusion-" + String(rawValue) }

  /// The exclusion as a sentence.
  package var statement: String {
    switch self {
    case .deniedAssertion:
      "nobody presents an assertion of another's address that the assumptions deny him"
    case .foreignMail: "nobody presents a code that was mailed to another's mailbox"
    case .foreignSecret: "nobody knows the right secret of a password that another has set"
    case .foreignSession: "nobody acts in another's session"
    case .foreignSubject:
      "nobody is asserted as another's subject, unless by a connection that shares the issuer"
    case .administration: "administrators do nothing"
    case .mixedSessions:
      "the owner names no address but his, and acts in no session that the attacker has opened"
    case .boundConnection:
      "nobody but the owner uses a connection that is bound to the domain of his address"
    case .reassignment: "addresses are not given to somebody else"
    }
  }

  /// The justification of the exclusion.
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
