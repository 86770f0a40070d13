#if canImport(Glibc)
  @unsafe @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency internal import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency internal import Darwin
#endif

/// Functions that start child processes and wait for their end, used by all code of this package.
enum ChildProcess {
  /// The two ends of a pipe, which other child processes do not inherit.
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

  /// The standard input, output and error of a child.
  struct Streams {
    /// The standard input; nil if the child has no input.
    var input: CInt?
    /// The standard output of the child.
    var output: CInt
    /// Whether the child shares the standard error of its parent.
    var sharesErrors: Bool
  }

  /// Starts a program by its name, without a shell.
  ///
  /// - Parameters:
  ///   - arguments: the program's name, followed by its arguments.
  ///   - streams: the standard input, output and error of the program.
  ///   - leadsGroup: whether the child leads a new process group; if so, one signal can end the child and all its
  ///     descendants.
  /// - Returns: the process id.
  /// - Throws: the system's error if the program cannot be started.
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
    // A child must not inherit an ignored or blocked `SIGPIPE`, because a closed pipe would then
    // not end the child.
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

  /// Waits until a child ends, and reaps the child, so that the process id is free.
  static func wait(for process: pid_t) -> ProcessEnd {
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .status(Int(status >> 8 & 0xFF)) : .signal(Int(signal))
  }

  /// Returns whether a child has ended, without reaping the child.
  static func hasEnded(_ process: pid_t) -> Bool {
    var information = unsafe siginfo_t()
    let result = unsafe waitid(
      P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return unsafe result == 0 && information.si_signo == SIGCHLD
  }
}

/// The reason why a child process did not answer a request line.
package enum ProcessFault: Error, Equatable {
  /// The system could not start the process.
  case cannotStart(SystemFailure)
  /// The process wrote no line within the time limit.
  case timeOut(milliseconds: Int)
  /// The process wrote a line of more bytes than this limit.
  case tooLong(Int)
  /// The process wrote output before the next request was sent.
  case unasked
  /// The process wrote the given line before it received the whole request.
  case early([UInt8])
  /// The process closed its standard output (if `output` is true) or its standard input, but did not end.
  case closed(output: Bool)
  /// The process has ended.
  case ended(ProcessEnd, withinLine: Bool)
  /// The output of the process cannot be read.
  case unreadable(SystemFailure)
}

/// The exit status of a process, or the signal that ended the process.
package enum ProcessEnd: Equatable, Sendable {
  case status(Int)
  case signal(Int)

  /// The end in words, such as `it ended with status 1`.
  package var text: String {
    switch self {
    case .status(let status): "it ended with status \(status)"
    case .signal(let number): "it was ended by signal \(number)"
    }
  }
}

/// A run of a program, such as `git`, that returns the program's standard output.
package enum ChildOutput {
  /// The reason why a program produced no usable output.
  package enum ChildFailure: Error {
    case cannotStart
    /// The program ended with a status other than 0, or its output could not be read.
    case ended
    case tooLong
  }

  /// Runs a program by its name, without a shell, and waits until the program ends.
  ///
  /// The program has no input, and its standard error is discarded.
  ///
  /// - Parameters:
  ///   - arguments: the program's name, followed by its arguments.
  ///   - limit: the maximum number of bytes of output; more output is an error.
  /// - Returns: the output.
  /// - Throws: the reason why the program produced no usable output.
  package static func bytes(of arguments: [String], limit: Int) throws(ChildFailure) -> [UInt8] {
    let pipe: ChildProcess.Pipe
    do throws(SystemFailure) {
      pipe = try ChildProcess.Pipe()
    } catch {
      throw .cannotStart
    }
    defer { close(pipe.reads) }
    let process: pid_t
    do throws(SystemFailure) {
      defer { close(pipe.writes) }
      process = try ChildProcess.start(
        arguments,
        ChildProcess.Streams(input: nil, output: pipe.writes, sharesErrors: false),
        leadsGroup: false)
    } catch {
      throw .cannotStart
    }
    let result = read(pipe.reads, limit: limit)
    guard ChildProcess.wait(for: process) == .status(0) else { throw .ended }
    return try result.get()
  }

  /// Reads the whole output, so that the writer does not block on a full pipe.
  private static func read(_ descriptor: CInt, limit: Int) -> Result<[UInt8], ChildFailure> {
    var bytes: [UInt8] = []
    var isTooLong = false
    do throws(SystemFailure) {
      while true {
        let chunk = try SystemCalls.read(descriptor, upTo: 1 << 16)
        if chunk.isEmpty {
          return isTooLong ? .failure(.tooLong) : .success(bytes)
        }
        isTooLong = isTooLong || bytes.count + chunk.count > limit
        if !isTooLong {
          bytes += chunk
        }
      }
    } catch {
      return .failure(.ended)
    }
  }
}
