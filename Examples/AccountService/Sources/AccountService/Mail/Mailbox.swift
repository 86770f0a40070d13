internal import LinkPolicy
internal import LinkPolicyStore
internal import Synchronization

/// Where all mails go: everybody's mailbox, in memory, shown on a page.
///
/// A real service hands mails to a server for mail instead; nobody but the owner of the address reads them then.
final class Mailbox: Sendable {
  private static var most: Int { 100 }

  private let mails = Mutex<[Mail]>([])

  /// The mails, the last one first.
  var all: [Mail] { mails.withLock { $0.reversed() } }

  /// Sends what a change set asked for; nothing where the owner of an account has no address.
  ///
  /// - Parameters:
  ///   - notice: what is to be sent.
  ///   - time: when.
  func send(_ notice: StoreNotice, at time: String) {
    let mail: Mail
    switch notice {
    case .mail(code: let code, let purpose, to: let address):
      let (subject, text) = Self.words(for: purpose)
      mail = Mail(
        time: time, to: address, subject: subject, text: text,
        link: "/code?" + FormEncoding.encoded([("code", code)]))
    case .owner(account: _, to: let address?):
      mail = Mail(
        time: time, to: address, subject: "Your account was changed",
        text: "If it was not you who did this, sign in and look at your methods.", link: nil)
    case .owner(account: _, to: nil):
      return
    }
    mails.withLock { mails in
      mails.append(mail)
      mails.removeFirst(max(0, mails.count - Self.most))
    }
  }

  private static func words(for purpose: CodePurpose) -> (subject: String, text: String) {
    switch purpose {
    case .signIn:
      ("Your sign-in link", "Follow the link to sign in. If you did not ask for it, do nothing.")
    case .verify: ("Verify your address", "Follow the link to verify this address.")
    case .change: ("Confirm your new address", "Follow the link to use this address from now on.")
    case .undo: ("Your address was changed", "Follow the link to bring this address back.")
    case .reset: ("Reset your password", "Follow the link to choose a new password.")
    default: ("A code", "Follow the link.")
    }
  }
}
