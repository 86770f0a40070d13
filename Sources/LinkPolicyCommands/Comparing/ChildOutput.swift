#if canImport(Glibc)
  @unsafe @preconcurrency internal import Glibc
#elseif canImport(Musl)
  @unsafe @preconcurrency internal import Musl
#elseif canImport(Darwin)
  @unsafe @preconcurrency internal import Darwin
#endif

/// What a program writes to its standard output.
enum ChildOutput {
  /// Why there is no output.
  enum Failure: Error {
    case cannotStart
    /// It ended with another status than 0.
    case ended
    case tooLong
  }

  /// Runs a program that is found by its name, without a shell, and waits until it ends.
  ///
  /// It reads nothing, and what it says to people is dropped.
  static func bytes(of arguments: [String], limit: Int) throws(Failure) -> [UInt8] {
    var ends: [CInt] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw .cannotStart }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    let process = spawn(arguments, writes: ends[1])
    close(ends[1])
    defer { close(ends[0]) }
    guard let process else { throw .cannotStart }
    var bytes: [UInt8] = []
    var isTooLong = false
    while let chunk = try? SystemCalls.read(ends[0], upTo: 1 << 16), !chunk.isEmpty {
      isTooLong = isTooLong || bytes.count + chunk.count > limit
      if !isTooLong {
        bytes += chunk
      }
    }
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw .ended }
    guard !isTooLong else { throw .tooLong }
    return bytes
  }

  private static func spawn(_ arguments: [String], writes: CInt) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, writes, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words: [UnsafeMutablePointer<CChar>?] = unsafe arguments.map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer {
      unsafe words.forEach { unsafe free($0) }
    }
    var process: pid_t = 0
    let status = unsafe posix_spawnp(&process, arguments[0], &actions, nil, words, environ)
    return status == 0 ? process : nil
  }
}
