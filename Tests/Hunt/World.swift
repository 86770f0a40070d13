import LinkPolicy

/// A real store of accounts, with a record of its own of who controls what in it.
struct World {
  /// A code that was mailed.
  struct Mail {
    /// The step that had it mailed.
    var step: Int
    /// Its place among the codes of that step.
    var place: Int
    var asker: Person
    /// Who reads the mail that brought it.
    var reader: Person
    var purpose: CodePurpose
  }

  /// A refused attempt with the ticket that its maker got.
  struct Refused {
    var step: Int
    var made: Step.Made
    var ticket: Ticket
  }

  /// What is known of an account, by the number of its id.
  struct Control {
    /// Who set its password last.
    var passwordSetter: Person?
    /// Whether the owner has proved his address there.
    var isProved = false
    /// Whether one of its second factors may be the attacker's.
    var hasForeignFactor = false
  }

  let site: Mailboxes
  var store = Accounts()
  /// Who has opened each session, and in which step, in the order of their ids.
  private(set) var sessions: [(person: Person, step: Int)] = []
  /// The codes in the order of their ids, cancelled ones among them.
  private(set) var mails: [Mail] = []
  /// The refusals with tickets.
  private(set) var tickets: [Refused] = []
  /// By the number of an account's id; the first is nobody's.
  private(set) var controls = [Control()]

  init(_ site: Mailboxes) {
    self.site = site
  }

  /// What came of an attempt.
  struct Outcome {
    var decision: Decision
    var changes: ChangeSet
    /// What the store came to; nil where it had nothing to do.
    var applied: Accounts.Applied?
  }

  /// Carries a decision out and keeps the record; nil where the store has no room for it.
  mutating func carryOut(
    _ decision: Decision, of made: Step.Made, _ step: Int, under policy: Policy
  ) -> Outcome? {
    let changes = decision.changes
    var applied: Accounts.Applied?
    if !changes.isEmpty {
      do throws(Accounts.Conflict) {
        applied = try store.execute(changes, under: policy)
      } catch {
        return nil
      }
    }
    let account = applied?.account ?? decision.pointedAccount?.id
    if let account {
      let number = Self.number(of: account)
      while controls.count <= number {
        controls.append(Control())
      }
      follow(
        changes, in: number, by: made.person, factors: decision.pointedAccount?.factors ?? 0)
      if decision.isAllowed, made.person == .owner, proves(decision, made) {
        controls[number].isProved = true
      }
    }
    if let ticket = decision.ticket {
      tickets.append(Refused(step: step, made: made, ticket: ticket))
    }
    if applied?.session != nil {
      sessions.append((made.person, step))
    }
    keepMails(changes, decision, made, step)
    return Outcome(decision: decision, changes: changes, applied: applied)
  }

  /// The number in an id such as `u12`.
  static func number(of id: String) -> Int {
    id.utf8.dropFirst().reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// Follows passwords and factors.
  ///
  /// The number of factors before the attempt shows whether the attempt adds or removes one.
  private mutating func follow(
    _ changes: ChangeSet, in account: Int, by person: Person, factors before: LongInteger
  ) {
    var factors = before
    for write in changes.writes {
      switch write {
      case .putMethod(_, let method) where method.key.kind == .password && method.secret == .new:
        controls[account].passwordSetter = person
      case .removeMethod(_, let removed) where removed.key.kind == .password:
        controls[account].passwordSetter = nil
      case .setFactors(_, count: let count):
        let isMore = count > factors
        controls[account].hasForeignFactor =
          count > 0 && (controls[account].hasForeignFactor || (isMore && person == .attacker))
        factors = count
      case .dropFactors:
        controls[account].hasForeignFactor = false
        factors = 0
      default: break
      }
    }
  }

  /// Whether an allowed attempt of the owner's has proved his address.
  private func proves(_ decision: Decision, _ made: Step.Made) -> Bool {
    if made.provesAddress {
      return true
    }
    guard let code = decision.code else { return false }
    return mails[Self.number(of: code) - 1].reader == .owner
  }

  private mutating func keepMails(
    _ changes: ChangeSet, _ decision: Decision, _ made: Step.Made, _ step: Int
  ) {
    var place = 0
    for write in changes.writes {
      guard case .putCode(let code) = write else { continue }
      // A service mails to the address as it was written, where that is what it was asked for.
      var text = code.address
      if let given = decision.address,
        site.aliases.contains(where: {
          $0.text.hasSameBytes(as: given) && $0.canonical.hasSameBytes(as: code.address)
        })
      {
        text = given
      }
      mails.append(
        Mail(
          step: step, place: place, asker: made.person, reader: site.reader(of: text),
          purpose: code.purpose))
      place += 1
    }
  }
}
