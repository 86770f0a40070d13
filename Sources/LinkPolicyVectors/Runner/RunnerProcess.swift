#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A child process that answers one line for each line it is sent.
///
/// To be used by one thread, on which writing into a broken pipe must not be deadly (see
/// ``WorkThread``). It leads a process group of its own, which is ended with it.
final class RunnerProcess {
  /// How long a child is given to end by itself, in milliseconds.
  private static var grace: Int { 2000 }
  private static var chunkSize: Int { 1 << 16 }

  private let process: pid_t
  /// Where the child reads from.
  private let input: CInt
  /// Where the child writes to.
  private let output: CInt
  /// What it wrote and nobody took yet.
  private var buffer: [UInt8] = []
  /// How much of that is known to have no line feed.
  private var scanned = 0
  private var isOver = false

  init(_ channel: RunnerLauncher.Channel) {
    process = channel.process
    input = channel.input
    output = channel.output
  }

  deinit {
    if !isOver {
      stop()
    }
  }

  /// Sends a line and waits for the line that answers it, without its line feed.
  ///
  /// Reads while it writes, so that neither side waits for the other on a full pipe. After a fault
  /// the process is of no use any more, and must be stopped.
  func exchange(
    _ line: [UInt8], milliseconds: Int, limit: Int
  ) throws(RunnerFault) -> [UInt8] {
    guard buffer.isEmpty else { throw .unasked }
    let deadline = Self.now + milliseconds
    var written = 0
    while true {
      if let answer = takeLine() {
        guard written == line.count else { throw .early(answer) }
        return answer
      }
      guard buffer.count <= limit else { throw .tooLong(limit) }
      let rest = deadline - Self.now
      guard rest > 0 else { throw .timeOut(milliseconds) }
      let ready = wait(milliseconds: rest, writes: written < line.count)
      if ready.reads, try read() == 0 {
        throw ended(isInputOpen: true)
      }
      if ready.writes {
        written += try write(line[written...])
      }
    }
  }

  /// Says good-bye, and waits until the child has ended.
  func end(_ line: [UInt8]) -> ProcessEnd? {
    defer { stop() }
    let deadline = Self.now + Self.grace
    guard (try? write(line[...])) == line.count else { return nil }
    close(input)
    isInputClosed = true
    while !hasEnded, Self.now < deadline {
      // What it still writes must not keep it from ending.
      if wait(milliseconds: 10, writes: false).reads, ((try? read()) ?? 0) == 0 {
        pause(milliseconds: 1)
      }
      buffer = []
    }
    return hasEnded ? reap() : nil
  }

  /// Ends the process group, whatever it is doing.
  func stop() {
    guard !isOver else { return }
    _ = reap()
  }

  private var isInputClosed = false

  /// Ends the group before its leader is taken note of: until then nobody else gets its number.
  private func reap() -> ProcessEnd {
    isOver = true
    kill(-process, SIGKILL)
    if !isInputClosed {
      close(input)
    }
    close(output)
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .status(Int(status >> 8 & 0xFF)) : .signal(Int(signal))
  }

  /// Whether the child has ended; it is not taken note of.
  private var hasEnded: Bool {
    var information = unsafe siginfo_t()
    let result = unsafe waitid(
      P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return unsafe result == 0 && information.si_signo == SIGCHLD
  }

  /// The fault of a child that has closed its output, or its input.
  private func ended(isInputOpen: Bool) -> RunnerFault {
    let deadline = Self.now + Self.grace / 4
    while !hasEnded, Self.now < deadline {
      pause(milliseconds: 2)
    }
    guard hasEnded else {
      stop()
      return RunnerFault("it closed its standard " + (isInputOpen ? "output" : "input"))
    }
    let isWithinLine = !buffer.isEmpty
    let end = reap()
    return RunnerFault(end.text + (isWithinLine ? " in the middle of a line" : ""))
  }

  private func takeLine() -> [UInt8]? {
    guard let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
      scanned = buffer.count
      return nil
    }
    let line = Array(buffer[..<end])
    buffer.removeFirst(end + 1)
    scanned = 0
    return line
  }

  private func wait(milliseconds: Int, writes: Bool) -> (reads: Bool, writes: Bool) {
    var waited = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
    if writes {
      waited.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
    }
    let count = waited.count
    guard unsafe poll(&waited, nfds_t(count), CInt(clamping: milliseconds)) > 0 else {
      return (false, false)
    }
    return (waited[0].revents != 0, writes && waited[1].revents != 0)
  }

  private func pause(milliseconds: CInt) {
    _ = poll(nil, 0, milliseconds)
  }

  /// Reads what there is; the number of bytes, 0 at the end.
  private func read() throws(RunnerFault) -> Int {
    var result = 0
    var number: CInt = 0
    let descriptor = output
    buffer += unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { chunk, filled in
      result = unsafe RunnerLauncher.read(descriptor, UnsafeMutableRawBufferPointer(chunk))
      number = errno
      filled = max(result, 0)
    }
    if result < 0 {
      guard number == EAGAIN || number == EINTR else {
        throw RunnerFault("its answer cannot be read (error \(number))")
      }
      return 1
    }
    return result
  }

  /// Writes what fits; the number of bytes.
  private func write(_ bytes: ArraySlice<UInt8>) throws(RunnerFault) -> Int {
    let descriptor = input
    let result = unsafe bytes.withUnsafeBytes { unsafe RunnerLauncher.write(descriptor, $0) }
    guard result < 0 else { return result }
    guard errno == EAGAIN || errno == EINTR else {
      // What it wrote before it went says most.
      while wait(milliseconds: 0, writes: false).reads, try read() > 0 {}
      if let answer = takeLine() {
        throw .early(answer)
      }
      throw ended(isInputOpen: false)
    }
    return 0
  }

  /// Milliseconds of a clock that only goes forward, for time-outs alone.
  private static var now: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }
}
