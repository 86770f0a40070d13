/// The options of the command line.
struct ServiceOptions: Sendable {
  private(set) var port: UInt16 = 0
  private(set) var providersPort: UInt16 = 0
  private(set) var data: String?
  /// The port of another program's providers; nil for the fake ones.
  private(set) var identity: UInt16?
  /// The folder that gets a file for each mail.
  private(set) var mails: String?

  /// Reads the arguments.
  ///
  /// - Parameter arguments: without the program's name.
  /// - Throws: what is wrong with them.
  init(_ arguments: [String]) throws(StartError) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--port": port = try Self.port(rest.popFirst(), of: option)
      case "--providers-port": providersPort = try Self.port(rest.popFirst(), of: option)
      case "--data":
        guard let folder = rest.popFirst(), !folder.isEmpty else {
          throw StartError("`--data` needs a folder")
        }
        data = folder
      case "--identity": identity = try Self.port(rest.popFirst(), of: option)
      case "--mails":
        guard let folder = rest.popFirst(), !folder.isEmpty else {
          throw StartError("`--mails` needs a folder")
        }
        mails = folder
      default: throw StartError("there is no option `\(option)`\n" + AccountServiceProgram.usage)
      }
    }
  }

  private static func port(_ text: String?, of option: String) throws(StartError) -> UInt16 {
    guard let port = text.flatMap({ UInt16($0) }) else {
      throw StartError("`\(option)` needs a number from 0 to 65535")
    }
    return port
  }
}
