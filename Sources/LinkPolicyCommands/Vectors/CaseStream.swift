internal import LinkPolicy
internal import LinkPolicyJSON
internal import LinkPolicyVectors

/// The cases of some vector files, one after the other.
struct CaseStream {
  // Names are kept only to suggest one; nobody mistypes one of more.
  private static var nameLimit: Int { 10_000 }

  /// The files and folders; `-` for standard input.
  let paths: [String]
  /// The cases wanted.
  let selection: CaseSelection
  /// How many cases were handed on.
  private(set) var selected = 0
  /// How many cases were not wanted.
  private(set) var skipped = 0
  private var ids: [Name] = []
  private var statements: [Name] = []

  init(_ arguments: Arguments) throws(UsageError) {
    paths = try arguments.operands(1...Int.max)
    selection = CaseSelection(arguments)
    guard paths.count(where: { $0 == "-" }) <= 1 else {
      throw arguments.error("standard input can be read once")
    }
  }

  /// Why there was nothing to do, where a selection was the reason.
  var explanation: String? {
    skipped > 0 ? selection.explanation(ids: ids, statements: statements) : nil
  }

  /// Reads every file and hands the wanted cases on.
  ///
  /// A file that cannot be read, or not played, is reported; the others are still read.
  mutating func read(
    _ terminal: inout Terminal,
    each: (VectorCase, inout Terminal) throws(InvalidInput) -> Void
  ) -> ExitCode {
    var code = ExitCode.clean
    for path in paths {
      for file in files(path, &terminal, &code) {
        do throws(InvalidInput) {
          try read(file, &terminal, each)
        } catch {
          terminal.say(error)
          code.join(.invalidInput)
        }
      }
    }
    return code
  }

  private func files(
    _ path: String, _ terminal: inout Terminal, _ code: inout ExitCode
  ) -> [VectorFile] {
    guard path != "-" else { return [VectorFile(path)] }
    do throws(InvalidInput) {
      return try VectorFiles.at(path)
    } catch {
      terminal.say(error)
      code.join(.invalidInput)
      return []
    }
  }

  private mutating func read(
    _ file: VectorFile, _ terminal: inout Terminal,
    _ each: (VectorCase, inout Terminal) throws(InvalidInput) -> Void
  ) throws(InvalidInput) {
    let take = { (vector: VectorCase) throws(InvalidInput) in
      guard selection.includes(vector) else {
        skipped += 1
        if ids.count < Self.nameLimit {
          ids.append(Name(vector.id))
          statements += vector.proves.map { Name($0) }
        }
        return
      }
      selected += 1
      try each(vector, &terminal)
    }
    guard file.path == "-" else {
      return try VectorReader.read(file, each: take)
    }
    let bytes = try InputBytes.read(file.path, terminal)
    try VectorReader.read(
      bytes, name: InputBytes.standardInputName, format: Self.format(of: bytes), each: take)
  }

  /// The format of a text that has no name to tell it.
  ///
  /// What starts like an object is JSON; it is one document if its first line is no case.
  private static func format(of bytes: [UInt8]) -> VectorReader.Format {
    guard let first = bytes.first(where: { $0 > 0x20 }), first == UInt8(ascii: "{") else {
      return .yaml
    }
    var lines = JSONLines(bytes, name: InputBytes.standardInputName)
    guard let line = try? lines.next(), line.root["cases"] == nil else { return .json }
    return .jsonLines
  }
}
