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
package final class LineProcess {
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

  /// Sends a line and waits for the line that answers it, without its line feed.
  ///
  /// Reads while it writes, so that neither side waits for the other on a full pipe. After a fault
  /// the process is of no use any more, and must be stopped.
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

  /// Says good-bye, and waits until the child has ended.
  package func end(_ line: [UInt8]) -> ProcessEnd? {
    defer { stop() }
    let deadline = SystemClock.milliseconds + Self.grace
    guard case .success(line.count) = attempt({ () throws(ProcessFault) in try write(line[...]) })
    else { return nil }
    close(input)
    isInputClosed = true
    while !hasEnded, SystemClock.milliseconds < deadline {
      // What it still writes must not keep it from ending.
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

  /// What a call came to; a fault of a process that is about to end is nothing to tell of.
  private func attempt(_ call: () throws(ProcessFault) -> Int) -> Result<Int, ProcessFault> {
    do throws(ProcessFault) {
      return .success(try call())
    } catch {
      return .failure(error)
    }
  }

  /// Ends the process group, whatever it is doing.
  package func stop() {
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
    return ChildProcess.wait(for: process)
  }

  private var hasEnded: Bool { ChildProcess.hasEnded(process) }

  /// The fault of a child that has closed its output, or its input.
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

  /// Reads what there is; the number of bytes, 0 at the end.
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

  /// Writes what fits; the number of bytes.
  private func write(_ bytes: ArraySlice<UInt8>) throws(ProcessFault) -> Int {
    let descriptor = input
    let result = unsafe bytes.withUnsafeBytes { unsafe SystemCalls.systemWrite(descriptor, $0) }
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
}
