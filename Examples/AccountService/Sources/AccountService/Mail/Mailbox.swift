internal import Glibc
internal import LinkPolicy
internal import LinkPolicyStore
internal import Synchronization

/// A fake mailbox in memory that receives all mails, and that a page shows to everybody.
///
/// A real service passes mails to a mail server instead, so that only the owner of an address reads them.
final class Mailbox: Sendable {
  private static var most: Int { 100 }

  private let mails = Mutex<[Mail]>([])
  private let folder: String?

  /// Creates an empty mailbox that writes no files.
  init() {
    folder = nil
  }

  /// Creates an empty mailbox.
  ///
  /// - Parameter folder: the folder in which each mail is written as a file, created if it is missing; nil to write no
  ///   files.
  /// - Throws: a `StartError` if the folder cannot be created.
  init(folder: String?) throws(StartError) {
    self.folder = folder
    guard let folder else { return }
    guard unsafe mkdir(folder, 0o700) == 0 || errno == EEXIST else {
      throw StartError("`\(folder)` cannot be made: make its parent folder first")
    }
  }

  /// The mails, with the latest mail first.
  var all: [Mail] { mails.withLock { $0.reversed() } }

  /// Sends the mail that a change set requests; sends nothing if the account's owner has no address.
  ///
  /// - Parameters:
  ///   - notice: the notice to send.
  ///   - time: the time of the mail.
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
    write(mail)
    mails.withLock { mails in
      mails.append(mail)
      mails.removeFirst(max(0, mails.count - Self.most))
    }
  }

  /// Writes a mail as a file if the mailbox has a folder.
  private func write(_ mail: Mail) {
    guard let folder else { return }
    let link = mail.link.map { "\n" + $0 + "\n" } ?? ""
    let text = "To: \(mail.to)\nSubject: \(mail.subject)\n\n\(mail.text)\n\(link)"
    // The rename at the end lets readers of the folder see only complete files.
    let name = folder + "/" + Random.token()
    guard TextFile.make(name + ".part", Array(text.utf8)),
      unsafe rename(name + ".part", name + ".txt") == 0
    else {
      ServiceLog.write("a mail could not be written into \(folder)")
      return
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
