#if canImport(Glibc)
  @unsafe @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency internal import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency internal import Darwin
#endif

/// Starts children one after the other, whatever thread asks.
///
/// Otherwise one of them could inherit a pipe of another, which would then never see its end.
struct RunnerLauncher: Sendable {
  /// A child and the ends of the pipes to it, neither of which blocks.
  struct Channel {
    var process: pid_t
    /// What is written here the child reads.
    var input: CInt
    /// What the child writes is read here.
    var output: CInt
  }

  private let turns = Monitor(0)

  /// Starts a shell command in a process group of its own; its standard error is the caller's.
  func start(_ command: String) throws(RunnerFault) -> RunnerProcess {
    let result: Result<Channel, RunnerFault> = turns.update { count in
      count += 1
      do throws(RunnerFault) {
        return .success(try Self.open(command))
      } catch {
        return .failure(error)
      }
    }
    return RunnerProcess(try result.get())
  }

  private static func open(_ command: String) throws(RunnerFault) -> Channel {
    let input = try pipe()
    let output: (reads: CInt, writes: CInt)
    do throws(RunnerFault) {
      output = try pipe()
    } catch {
      close(input.reads)
      close(input.writes)
      throw error
    }
    defer {
      close(input.reads)
      close(output.writes)
    }
    _ = fcntl(input.writes, F_SETFL, O_NONBLOCK)
    _ = fcntl(output.reads, F_SETFL, O_NONBLOCK)
    do throws(RunnerFault) {
      let process = try spawn(command, reads: input.reads, writes: output.writes)
      return Channel(process: process, input: input.writes, output: output.reads)
    } catch {
      close(input.writes)
      close(output.reads)
      throw error
    }
  }

  private static func pipe() throws(RunnerFault) -> (reads: CInt, writes: CInt) {
    var ends: [CInt] = [-1, -1]
    #if canImport(Glibc)
      let status = unsafe Glibc.pipe(&ends)
    #elseif canImport(Musl)
      let status = unsafe Musl.pipe(&ends)
    #else
      let status = unsafe Darwin.pipe(&ends)
    #endif
    guard status == 0 else { throw .cannotStart(error: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ command: String, reads: CInt, writes: CInt
  ) throws(RunnerFault) -> pid_t {
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
    unsafe posix_spawn_file_actions_adddup2(&actions, reads, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, writes, 1)
    // A process that ignores or blocks the signal of a broken pipe must not hand that on.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var broken = sigset_t()
    unsafe sigemptyset(&broken)
    unsafe sigaddset(&broken, SIGPIPE)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &broken)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    let arguments = ["sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer {
      unsafe words.forEach { unsafe free($0) }
    }
    var process: pid_t = 0
    let status = unsafe posix_spawn(
      &process, "/bin/sh", &actions, &attributes, words, environ)
    guard status == 0 else { throw .cannotStart(error: status) }
    return process
  }

  @unsafe
  static func read(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  @unsafe
  static func write(_ descriptor: CInt, _ buffer: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
    #else
      unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }
}
