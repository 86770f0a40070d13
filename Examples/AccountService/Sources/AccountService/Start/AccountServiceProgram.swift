internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicyStore

/// The program: the service on one port, the fake providers on another.
public enum AccountServiceProgram {
  /// What is said to whoever asks how to start it.
  public static var usage: String {
    """
    usage: account-service [--port PORT] [--providers-port PORT] [--data FOLDER] [--identity PORT] [--mails FOLDER]
      --port            where the page is, on 127.0.0.1; 0, the default, is any that is free
      --providers-port  where the fake providers are; the same
      --data            keeps accounts and audit log; without it a temporary folder is made
      --identity        the providers are another program's, on this port of 127.0.0.1
      --mails           writes each mail as a file into this folder too
    """
  }

  /// Says on standard error why there is no service.
  ///
  /// - Parameter message: what is wrong and what to do.
  public static func complain(_ message: String) {
    ServiceLog.write(message)
  }

  /// Starts the service.
  ///
  /// - Parameter arguments: those of the command line, without the program's name.
  /// - Returns: what runs until it is let go.
  /// - Throws: why it cannot start.
  public static func start(_ arguments: [String]) throws(StartError) -> RunningService {
    let options = try ServiceOptions(arguments)
    let folder = try DataFolder(options.data)
    let clock = Clock()
    let mailbox = try Mailbox(folder: options.mails)
    let audit = try AuditLog(folder.auditLog, key: folder.recordKey())
    let accounts: ServiceAccounts
    do throws(StoreError) {
      let store = try ServiceStore(folder.database, clock: clock, lifetimes: Lifetimes())
      accounts = try ServiceAccounts(
        store, policy: Presets.hardened, audit: audit, mailbox: mailbox, clock: clock)
    } catch {
      throw StartError(error.description)
    }
    let (pages, providerPages) = (LateHandler(), LateHandler())
    guard let server = HTTPServer.listening(on: options.port, { pages.answer($0) }) else {
      throw StartError("port \(options.port) cannot be listened on: give another one, or 0")
    }
    var servers = [server]
    let providerPort: UInt16
    if let identity = options.identity {
      providerPort = identity
    } else {
      guard
        let providerServer = HTTPServer.listening(
          on: options.providersPort, { providerPages.answer($0) })
      else {
        throw StartError(
          "port \(options.providersPort) cannot be listened on: give another one, or 0")
      }
      providerPort = providerServer.port
      servers.append(providerServer)
    }
    let origin = "http://127.0.0.1:\(server.port)"
    let providerOrigin = "http://127.0.0.1:\(providerPort)"
    let clientSecret = Random.token()
    let providers = ProviderDescription.all.map { description in
      IdentityProvider(
        description, redirectURI: origin + description.path + "/callback",
        clientSecret: clientSecret, clock: clock)
    }
    let service = AccountService(
      origin: origin, accounts: accounts, mailbox: mailbox, audit: audit, clock: clock,
      lifetimes: Lifetimes(),
      providers: ProviderDescription.all.map { description in
        RelyingParty(
          description: description, providerOrigin: providerOrigin,
          providerPort: providerPort,
          redirectURI: origin + description.path + "/callback", clientSecret: clientSecret,
          clock: clock, policy: accounts.policy)
      })
    let site = ProviderSite(origin: providerOrigin, providers: providers)
    providerPages.set { site.answer($0) }
    pages.set { service.answer($0) }
    return RunningService(
      origin: origin, providerOrigin: providerOrigin, data: folder.path,
      servers: servers)
  }
}

/// The service while it runs.
public struct RunningService: Sendable {
  /// Where its page is.
  public let origin: String
  /// Where the fake providers are.
  public let providerOrigin: String
  /// The folder of accounts and audit log.
  public let data: String
  let servers: [HTTPServer]

  /// Takes no more requests.
  public func stop() {
    for server in servers {
      server.stop()
    }
  }
}
