/// The options of the program's command line.
struct ServiceOptions: Sendable {
  private(set) var port: UInt16 = 0
  private(set) var providersPort: UInt16 = 0
  private(set) var data: String?
  /// The port of another program that runs the providers; nil to run the fake providers.
  private(set) var identity: UInt16?
  /// The folder in which each mail is written as a file.
  private(set) var mails: String?

  /// Reads the arguments.
  ///
  /// - Parameter arguments: the arguments without the program's name.
  /// - Throws: a `StartError` that describes the wrong argument.
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
