/// Something that an adversary cannot do: the only moves that a proof leaves out.
///
/// Everything that is not excluded is played. The list is closed and numbered; verdicts print the
/// entries that applied, and `Docs/Safety.md` gives the reason of each.
package enum Exclusion: Int, Sendable, CaseIterable {
  /// Who can obtain an assertion is what the table of assumptions says.
  case deniedAssertion = 1
  /// A code is read by whoever reads the mailbox that it was mailed to.
  case foreignMail = 2
  /// The right secret of a password is known to whoever set it.
  case foreignSecret = 3
  /// A session is used by whoever opened it.
  case foreignSession = 4
  /// A subject is asserted for whoever it stands for.
  case foreignSubject = 5
  /// Nobody but an administrator does what administrators do, and they do nothing.
  case administration = 6
  /// The owner acts in sessions of his own alone, and names no address but his own.
  case mixedSessions = 7
  /// A connection that is bound to a domain asserts what the domain's own people are.
  case boundConnection = 8
  /// Addresses are not given to somebody else.
  case reassignment = 9

  /// Those that a proof goes by unless told otherwise.
  package static var usual: Set<Exclusion> { Set(allCases) }

  /// The switch that takes it away, such as `exclusion-7`.
  package var name: String { "exclusion-" + String(rawValue) }

  /// What nobody does, in a sentence.
  package var statement: String {
    switch self {
    case .deniedAssertion:
      "nobody brings an assertion of another's address that the assumptions deny him"
    case .foreignMail: "nobody brings a code that was mailed to another's mailbox"
    case .foreignSecret: "nobody knows the right secret of a password that another has set"
    case .foreignSession: "nobody acts in another's session"
    case .foreignSubject:
      "nobody is asserted as another's subject, unless by a connection that shares the issuer"
    case .administration: "administrators do nothing"
    case .mixedSessions:
      "the owner names no address but his, and acts in no session that the attacker has opened"
    case .boundConnection:
      "nobody but the owner comes by a connection that is bound to the domain of his address"
    case .reassignment: "addresses are not given to somebody else"
    }
  }

  /// Why it can be relied on.
  package var reason: String {
    switch self {
    case .deniedAssertion: "identity providers do what the rows of the assumptions say of them"
    case .foreignMail:
      "whoever reads the mail of an address is its owner, and codes cannot be guessed"
    case .foreignSecret: "passwords are not guessed, and not used twice"
    case .foreignSession: "session tokens are not stolen"
    case .foreignSubject:
      "assertions are verified, with audience and signature, before they are handed in"
    case .administration:
      "administrators are not adversaries; what they can break is told by a switch"
    case .mixedSessions: "browsers keep sessions apart, and services protect log-in against forgery"
    case .boundConnection: "a connection is bound to a domain once its owner has proved the domain"
    case .reassignment: "providers of mail say so of themselves; what follows is told by a switch"
    }
  }
}
