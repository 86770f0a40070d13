internal import LinkPolicy
internal import LinkPolicyPresets
internal import LinkPolicyStore

/// The example program, which runs the service on one port and the fake providers on another port.
public enum AccountServiceProgram {
  /// The usage text of the program.
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

  /// Writes to standard error why the service cannot start.
  ///
  /// - Parameter message: the problem and the way to fix the problem.
  public static func complain(_ message: String) {
    ServiceLog.write(message)
  }

  /// Starts the service.
  ///
  /// - Parameter arguments: the arguments of the command line, without the program's name.
  /// - Returns: the service, which runs until the value is released.
  /// - Throws: a `StartError` with the reason why the service cannot start.
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

/// The running service.
public struct RunningService: Sendable {
  /// The origin of the service's pages.
  public let origin: String
  /// The origin of the fake providers.
  public let providerOrigin: String
  /// The folder with the accounts and the audit log.
  public let data: String
  let servers: [HTTPServer]

  /// Stops accepting requests.
  public func stop() {
    for server in servers {
      server.stop()
    }
  }
}
