internal import LinkPolicy

/// The last write of each sort that carries more than an account, of the sets of a vector: what is rolled back at its end is made of these.
struct SeenWrites {
  private(set) var account: Write.NewAccount?
  private(set) var email: Write.NewEmail?
  private(set) var method: Write.NewMethod?
  private(set) var code: Write.NewCode?

  mutating func note(_ write: Write) {
    switch write {
    case .insertAccount(let new): (account, email) = (new, new.email)
    case .setEmail(_, let new): email = new
    case .putMethod(_, let new): method = new
    case .putCode(let new): code = new
    case .deleteAccount, .setProfile, .setState, .setLabel, .removeMethod, .supersedeMethod,
      .dropFactors, .openSession, .renewSession, .endSession, .endSessions, .useCode, .cancelCodes:
      break
    }
  }
}
