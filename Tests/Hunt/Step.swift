import LinkPolicy

/// One step of an episode, which can be played again after other steps than those before it.
struct Step {
  /// What is done.
  enum Deed {
    /// An attempt by somebody.
    case attempt(Made)
    /// Every session becomes old.
    case sessionsAge
    /// Every code runs out.
    case codesExpire
  }

  /// An attempt as somebody makes it, with sessions and codes named by the steps they came from.
  struct Made {
    /// The identifier that finds the account whose password is checked.
    var checkedName: AccountIdentifier?
    var person: Person
    var attempt: Attempt
    var form: Int
    /// The step that opened the session it is made in.
    var session: Int?
    /// The code that it brings.
    var code: Brought = .none
    /// Whether the person gives his own password where he has set it, rather than a wrong one.
    var givesOwnPassword = false
    /// The canonical form of the address whose password is checked.
    var checked: String?
    var settings: [(name: String, value: String)] = []
    /// The step whose refusal issued the ticket that it redeems.
    var ticket: Int?
    var isMethodEnabled = true
    /// Whether the assertion is of the owner's address and could be obtained by nobody but him.
    var provesAddress = false
  }

  /// A code that an attempt brings.
  enum Brought {
    case none
    /// One that was never mailed.
    case unknown
    /// The code that a step had mailed: its first, its second.
    case mailed(step: Int, place: Int)
  }

  /// What the step is called by those after it.
  var number: Int
  var deed: Deed
}
