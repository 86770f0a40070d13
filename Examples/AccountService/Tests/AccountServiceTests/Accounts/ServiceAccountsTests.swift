internal import Glibc
internal import LinkPolicy
internal import LinkPolicyStore
internal import Testing

@testable internal import AccountService

@Suite struct ServiceAccountsTests {
  /// A temporary data folder, with the objects that use the folder.
  private struct Parts: ~Copyable {
    let folder: DataFolder
    let mailbox = Mailbox()
    let clock = Clock()

    init() throws {
      folder = try DataFolder(nil)
    }

    func store() throws -> ServiceStore {
      try ServiceStore(folder.database, clock: clock, lifetimes: Lifetimes())
    }

    func accounts() throws -> ServiceAccounts {
      let audit = try AuditLog(folder.auditLog, key: folder.recordKey())
      return try ServiceAccounts(
        try store(), policy: Policies.hardened, audit: audit, mailbox: mailbox, clock: clock)
    }

    deinit {
      for name in [
        "accounts.sqlite", "accounts.sqlite-wal", "accounts.sqlite-shm", "audit.jsonl", "audit.key",
      ] {
        _ = unsafe unlink(folder.path + "/" + name)
      }
      _ = unsafe rmdir(folder.path)
    }
  }

  private static func link(to address: String) -> Trial {
    let link = Attempt.LinkRequest(isDomainAllowed: true, isHandledInApp: true)
    return Trial(Attempt(Action("send-link"), address: address, link: link))
  }

  @Test func whatAKilledProcessHadCommittedIsMailedAtTheNextStart() throws {
    let parts = try Parts()
    do {
      var store = try parts.store()
      let trial = Self.link(to: "ada@example.com")
      // A process that is killed directly after the commit would get exactly this far.
      _ = try store.settle(
        trial.attempt, by: .nobody, under: [:], policy: Policies.hardened, method: .enabled,
        passwordHash: nil, once: nil)
      #expect(try store.outbox().count == 1)
    }
    let accounts = try parts.accounts()
    #expect(parts.mailbox.all.map { $0.to } == ["ada@example.com"])
    _ = accounts
    // A further start must not send the mail again.
    _ = try parts.accounts()
    #expect(parts.mailbox.all.count == 1)
  }

  @Test func eachDecisionIsInTheLogAndNobodyInIt() throws {
    let parts = try Parts()
    let accounts = try parts.accounts()
    let answer = accounts.settle(Self.link(to: "ada@example.com"), in: nil, correlation: "r1")
    guard case .decided(let decision, _) = answer else {
      Issue.record("it was not decided")
      return
    }
    #expect(decision.isAllowed)
    guard case .fault = accounts.settle(Self.link(to: "nobody"), in: nil, correlation: "r2") else {
      Issue.record("an address that is none was decided about")
      return
    }
    let log = String(decoding: TextFile.read(parts.folder.auditLog) ?? [], as: UTF8.self)
    #expect(log.split(separator: "\n").count == 2)
    #expect(log.contains(#""correlation":"r1""#))
    #expect(log.contains(#""outcome":"fault""#))
    #expect(!log.contains("ada"))
    #expect(!log.contains("nobody"))
  }

  @Test func anAccountHasOneHashInAllOfTheLog() throws {
    let parts = try Parts()
    let first = try parts.folder.recordKey().hash(of: "u1")
    #expect(try parts.folder.recordKey().hash(of: "u1") == first)
    let others = try Parts()
    #expect(try others.folder.recordKey().hash(of: "u1") != first)
  }

  @Test func filesAreTheirOwnersAlone() throws {
    let parts = try Parts()
    _ = try parts.accounts()
    for path in [
      parts.folder.path, parts.folder.database, parts.folder.auditLog,
      parts.folder.path + "/audit.key",
    ] {
      var found = stat()
      #expect(unsafe lstat(path, &found) == 0)
      #expect(found.st_mode & 0o077 == 0, "\(path)")
    }
  }
}
