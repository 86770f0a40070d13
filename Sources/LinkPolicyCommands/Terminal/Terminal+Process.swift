internal import LinkPolicy
internal import LinkPolicyVectors
internal import LinkPolicyYAML

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Terminal {
  /// The terminal of this process.
  ///
  /// Writing into a pipe that nobody reads no longer ends the process: the run ends quietly.
  static func ofProcess() -> Terminal {
    _ = signal(SIGPIPE, SIG_IGN)
    // A file that may not grow any more is a failure to be told, as a full disk is.
    _ = signal(SIGXFSZ, SIG_IGN)
    InterruptedFiles.removeOnSignals()
    openStandardDescriptors()
    return Terminal(
      output: ByteOutput(.descriptor(1)), errors: ByteOutput(.descriptor(2)),
      input: ByteInput(.descriptor(0)), files: registerOfProcess(), today: today,
      showsProgress: isatty(2) == 1,
      tellsUsage: true, isScreen: isatty(1) == 1,
      outputStyle: DiagnosticStyle(coloured: isColoured(1)),
      errorStyle: DiagnosticStyle(coloured: isColoured(2)))
  }

  /// A register that knows where standard output and standard error go already.
  private static func registerOfProcess() -> FileRegister {
    let register = FileRegister()
    for (descriptor, name): (CInt, String) in [(1, "standard output"), (2, "standard error")] {
      if let file = FileIdentity(ofFile: descriptor) {
        register.noteWritten(file, by: register.newOwner(), as: name)
      }
    }
    return register
  }

  /// The day by the system's clock; the last there is where that is out of its mind, so that
  /// nothing is excused any longer.
  private static var today: CalendarDate {
    CalendarDate(daysSince1970: Int(time(nil)) / 86_400) ?? .last
  }

  /// Takes the three lowest descriptors where they are closed.
  ///
  /// Otherwise the next file opened would get one of their numbers, and messages would end up in
  /// it. What is taken cannot be used: it is writable where it should be read, and vice versa.
  private static func openStandardDescriptors() {
    for descriptor: CInt in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  private static func isColoured(_ descriptor: CInt) -> Bool {
    isatty(descriptor) == 1 && allowsColour(environment: environment)
  }

  /// Whether the environment allows colour at all.
  static func allowsColour(environment: (String) -> String?) -> Bool {
    (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
