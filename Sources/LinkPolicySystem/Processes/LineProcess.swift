#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A child process that answers one line for each line that it receives.
///
/// Use a line process from a single thread that blocks `SIGPIPE`, such as a ``WorkThread``. The child leads a separate
/// process group, and the group ends together with the child.
package final class LineProcess {
  /// The number of milliseconds that the parent waits for the child to end before the parent kills the child.
  private static var grace: Int { 2000 }
  private static var chunkSize: Int { 1 << 16 }

  private let process: pid_t
  /// The child's standard input.
  private let input: CInt
  /// The child's standard output.
  private let output: CInt
  /// The output of the child that is not consumed yet.
  private var buffer: [UInt8] = []
  /// How many bytes at the start of `buffer` were already searched and contain no line feed.
  private var scanned = 0
  private var isOver = false

  init(_ channel: LineProcessLauncher.Channel) {
    process = channel.process
    input = channel.input
    output = channel.output
  }

  deinit {
    if !isOver {
      stop()
    }
  }

  /// Sends a line and returns the answer, without the answer's line feed.
  ///
  /// The method reads and writes at the same time, so that a full pipe cannot cause a deadlock. After an error, the
  /// process is unusable and you must call ``stop()``.
  package func exchange(
    _ line: [UInt8], milliseconds: Int, limit: Int
  ) throws(ProcessFault) -> [UInt8] {
    guard buffer.isEmpty else { throw .unasked }
    let deadline = SystemClock.milliseconds + milliseconds
    var written = 0
    while true {
      if let answer = takeLine() {
        guard written == line.count else { throw .early(answer) }
        return answer
      }
      guard buffer.count <= limit else { throw .tooLong(limit) }
      let rest = deadline - SystemClock.milliseconds
      guard rest > 0 else { throw .timeOut(milliseconds: milliseconds) }
      let ready = wait(milliseconds: rest, writes: written < line.count)
      if ready.reads, try read() == 0 {
        throw ended(isInputOpen: true)
      }
      if ready.writes {
        written += try write(line[written...])
      }
    }
  }

  /// Sends a last line and waits for the child to end; returns nil if the write fails or the child does not end in
  /// time.
  package func end(_ line: [UInt8]) -> ProcessEnd? {
    defer { stop() }
    let deadline = SystemClock.milliseconds + Self.grace
    guard case .success(line.count) = attempt({ () throws(ProcessFault) in try write(line[...]) })
    else { return nil }
    close(input)
    isInputClosed = true
    while !hasEnded, SystemClock.milliseconds < deadline {
      // The loop reads the child's output, so that the child does not block on a full pipe.
      let ready = wait(milliseconds: 10, writes: false)
      if ready.reads {
        switch attempt({ () throws(ProcessFault) in try read() }) {
        case .success(1...): break
        case .success, .failure: pause(milliseconds: 1)
        }
      }
      buffer = []
    }
    return hasEnded ? reap() : nil
  }

  /// Returns the result of a call, or the fault that the call throws, as a value.
  private func attempt(_ call: () throws(ProcessFault) -> Int) -> Result<Int, ProcessFault> {
    do throws(ProcessFault) {
      return .success(try call())
    } catch {
      return .failure(error)
    }
  }

  /// Ends the process group immediately.
  package func stop() {
    guard !isOver else { return }
    _ = reap()
  }

  private var isInputClosed = false

  /// Kills the child's process group, waits for the child, and returns how the child ended.
  ///
  /// The group is killed before the child is reaped, because another process could reuse the process id afterward.
  private func reap() -> ProcessEnd {
    isOver = true
    kill(-process, SIGKILL)
    if !isInputClosed {
      close(input)
    }
    close(output)
    return ChildProcess.wait(for: process)
  }

  private var hasEnded: Bool { ChildProcess.hasEnded(process) }

  /// Returns the fault of a child that has closed its output or its input.
  private func ended(isInputOpen: Bool) -> ProcessFault {
    let deadline = SystemClock.milliseconds + Self.grace / 4
    while !hasEnded, SystemClock.milliseconds < deadline {
      pause(milliseconds: 2)
    }
    guard hasEnded else {
      stop()
      return .closed(output: isInputOpen)
    }
    let isWithinLine = !buffer.isEmpty
    return .ended(reap(), withinLine: isWithinLine)
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

  /// Reads the available bytes; returns 0 at the end of the output, otherwise a positive number.
  private func read() throws(ProcessFault) -> Int {
    var result = 0
    var number: CInt = 0
    let descriptor = output
    buffer += unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { chunk, filled in
      result = unsafe SystemCalls.systemRead(descriptor, UnsafeMutableRawBufferPointer(chunk))
      number = errno
      filled = max(result, 0)
    }
    if result < 0 {
      guard number == EAGAIN || number == EINTR else {
        throw .unreadable(SystemFailure(number: number))
      }
      return 1
    }
    return result
  }

  /// Writes as many bytes as the pipe accepts, and returns their number.
  private func write(_ bytes: ArraySlice<UInt8>) throws(ProcessFault) -> Int {
    let descriptor = input
    let result = unsafe bytes.withUnsafeBytes { unsafe SystemCalls.systemWrite(descriptor, $0) }
    guard result < 0 else { return result }
    guard errno == EAGAIN || errno == EINTR else {
      // The last output of the child explains the failure best.
      while wait(milliseconds: 0, writes: false).reads, try read() > 0 {}
      if let answer = takeLine() {
        throw .early(answer)
      }
      throw ended(isInputOpen: false)
    }
    return 0
  }
}

/// A launcher that starts line processes one at a time, and can be called from any thread.
///
/// If two processes were started at the same time, one process could inherit a pipe of the other process and keep the
/// pipe open.
package struct LineProcessLauncher: Sendable {
  /// A child and the non-blocking ends of its pipes.
  struct Channel {
    var process: pid_t
    /// The write end of the child's standard input.
    var input: CInt
    /// The read end of the child's standard output.
    var output: CInt
  }

  private let turns = Monitor(0)

  /// Creates a launcher; share one launcher among all code that starts processes concurrently.
  package init() {}

  /// Starts a shell command in a separate process group, with the caller's standard error.
  package func start(_ command: String) throws(ProcessFault) -> LineProcess {
    let result: Result<Channel, SystemFailure> = turns.update { count in
      count += 1
      do throws(SystemFailure) {
        return .success(try Self.open(command))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let channel): return LineProcess(channel)
    case .failure(let failure): throw .cannotStart(failure)
    }
  }

  private static func open(_ command: String) throws(SystemFailure) -> Channel {
    let input = try ChildProcess.Pipe()
    let output: ChildProcess.Pipe
    do throws(SystemFailure) {
      output = try ChildProcess.Pipe()
    } catch {
      input.closeBoth()
      throw error
    }
    defer {
      close(input.reads)
      close(output.writes)
    }
    _ = fcntl(input.writes, F_SETFL, O_NONBLOCK)
    _ = fcntl(output.reads, F_SETFL, O_NONBLOCK)
    do throws(SystemFailure) {
      let process = try ChildProcess.start(
        ["/bin/sh", "-c", command],
        ChildProcess.Streams(input: input.reads, output: output.writes, sharesErrors: true),
        leadsGroup: true)
      return Channel(process: process, input: input.writes, output: output.reads)
    } catch {
      close(input.writes)
      close(output.reads)
      throw error
    }
  }
}
