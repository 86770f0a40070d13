#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Standard input, output and error of this process, its environment, and its end.
package enum StandardStreams {
  /// Makes the process one that can rely on its streams.
  ///
  /// Writing into a pipe that nobody reads no longer ends it: the run ends quietly. Nor does a file that
  /// may not grow any more, which is a failure to be told, as a full disk is. Of the three lowest
  /// descriptors those that are closed are taken: otherwise the next file opened would get one of
  /// their numbers, and messages would end up in it. What is taken cannot be used: it is writable
  /// where it should be read, and vice versa.
  package static func prepare() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    InterruptedFiles.removeOnSignals()
    for descriptor: CInt in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// A register that knows where standard output and standard error go already.
  package static func register() -> FileRegister {
    let register = FileRegister()
    for (descriptor, name): (CInt, String) in [(1, "standard output"), (2, "standard error")] {
      if let file = FileIdentity(ofFile: descriptor) {
        register.noteWritten(file, by: register.newOwner(), as: name)
      }
    }
    return register
  }

  /// Whether a descriptor leads to a terminal.
  package static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

  /// The value of a variable of the environment; nil where it is not set.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Ends the process.
  package static func end(_ code: CInt) -> Never {
    exit(code)
  }
}
