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

  /// What is known of an account, by the number of its id.
  struct Control {
    /// Who set its password last.
    var passwordSetter: Person?
    /// Whether the owner has proved his address there.
    var isProved = false
  }

  let site: Mailboxes
  var store = Accounts()
  /// Who has opened each session, and in which step, in the order of their ids.
  private(set) var sessions: [(person: Person, step: Int)] = []
  /// The codes in the order of their ids, cancelled ones among them.
  private(set) var mails: [Mail] = []
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
      follow(changes, in: number, by: made.person)
      if decision.isAllowed, made.person == .owner, proves(decision, made) {
        controls[number].isProved = true
      }
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

  private mutating func follow(_ changes: ChangeSet, in account: Int, by person: Person) {
    for write in changes.writes {
      switch write {
      case .putMethod(_, let method) where method.key.kind == .password && method.secret == .new:
        controls[account].passwordSetter = person
      case .removeMethod(_, let removed) where removed.key.kind == .password:
        controls[account].passwordSetter = nil
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
