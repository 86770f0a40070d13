#if canImport(Glibc)
  @unsafe @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency internal import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency internal import Darwin
#endif

/// Starting child processes and waiting for them: the one way in which this package does so.
enum ChildProcess {
  /// The two ends of a pipe, neither of which another child inherits.
  struct Pipe {
    let reads: CInt
    let writes: CInt

    init() throws(SystemFailure) {
      var ends: [CInt] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { throw SystemFailure(number: errno) }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
      (reads, writes) = (ends[0], ends[1])
    }

    func closeBoth() {
      close(reads)
      close(writes)
    }
  }

  /// What a child has as its standard input, output and error.
  struct Streams {
    /// Where it reads; nil for nothing.
    var input: CInt?
    /// Where it writes.
    var output: CInt
    /// Whether it says to people what its caller says.
    var sharesErrors: Bool
  }

  /// Starts a program that is found by its name, without a shell.
  ///
  /// - Parameters:
  ///   - arguments: its name, then what it is given.
  ///   - streams: its standard input, output and error.
  ///   - leadsGroup: whether it leads a process group of its own, so that it can be ended with all that it starts.
  /// - Returns: its number.
  /// - Throws: the system's error where it cannot be started.
  static func start(
    _ arguments: [String], _ streams: Streams, leadsGroup: Bool
  ) throws(SystemFailure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
      var attributes: posix_spawnattr_t? = nil
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    if let input = streams.input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, streams.output, 1)
    if !streams.sharesErrors {
      unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    // A process that ignores or blocks the signal of a broken pipe must not hand that on.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var broken = sigset_t()
    unsafe sigemptyset(&broken)
    unsafe sigaddset(&broken, SIGPIPE)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &broken)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(leadsGroup ? flags | POSIX_SPAWN_SETPGROUP : flags))
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer {
      unsafe words.forEach { unsafe free($0) }
    }
    var process: pid_t = 0
    let status = unsafe posix_spawnp(
      &process, arguments[0], &actions, &attributes, words, environ)
    guard status == 0 else { throw SystemFailure(number: status) }
    return process
  }

  /// Waits until a child ends, and takes note of it, so that its number becomes free.
  static func wait(for process: pid_t) -> ProcessEnd {
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .status(Int(status >> 8 & 0xFF)) : .signal(Int(signal))
  }

  /// Whether a child has ended; it is not taken note of.
  static func hasEnded(_ process: pid_t) -> Bool {
    var information = unsafe siginfo_t()
    let result = unsafe waitid(
      P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return unsafe result == 0 && information.si_signo == SIGCHLD
  }
}
