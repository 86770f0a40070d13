#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The standard streams of this process, its environment, and its exit.
package enum StandardStreams {
  /// Prepares the standard streams and the signal handlers of the process.
  ///
  /// After this call, a write to a pipe without a reader, or above the file size limit, fails without ending the
  /// process. If descriptor 0, 1 or 2 is closed, an unusable descriptor takes its place. Without this replacement, the
  /// next opened file would get the free number, and messages would be written into that file. A replaced input cannot
  /// be read, and a replaced output cannot be written.
  package static func prepare() {
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
    InterruptedFiles.removeOnSignals()
    for descriptor: CInt in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Returns a register that contains the destinations of standard output and standard error.
  package static func register() -> FileRegister {
    let register = FileRegister()
    for (descriptor, name): (CInt, String) in [(1, "standard output"), (2, "standard error")] {
      if let file = FileIdentity(ofFile: descriptor) {
        register.noteWritten(file, by: register.newOwner(), as: name)
      }
    }
    return register
  }

  /// Returns whether a descriptor refers to a terminal.
  package static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

  /// Returns the value of an environment variable; nil if the variable is not set.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Ends the process with an exit code.
  package static func end(_ code: CInt) -> Never {
    exit(code)
  }
}
