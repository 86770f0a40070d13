package import LinkPolicySystem

/// A session with an editor over a byte stream in each direction.
///
/// One thread reads, one thread checks documents, and the calling thread answers. An answer never waits for a check,
/// and uses the last known results.
package enum EditorSession {
  /// The reason why a session ended.
  package enum Ending: Equatable {
    /// The editor shut the session down before ending it, or never started a session.
    case orderly
    /// The session was not shut down, the stream ended inside a message, or the editor closed the output.
    case abrupt
    /// The system could not read the editor's stream, so the session cannot continue.
    case unreadable(SystemFailure)
    /// The system could not create a thread for reading.
    case withoutThreads
  }

  /// The maximum number of blocks that wait for an answer; this number bounds the memory if the editor sends faster
  /// than the server answers.
  private static var waiting: Int { 8 }

  /// An event of a session: received bytes, the end of the stream, or a finished check.
  private enum EditorEvent: Sendable {
    case bytes([UInt8])
    case end(SystemFailure?)
    case checked(PolicyState)
  }

  /// The events and the check that wait for a thread.
  private struct Queue: Sendable {
    var events: [EditorEvent] = []
    var job: PolicyJob?
    var isOver = false
  }

  /// Serves until the editor ends the session or the editor's stream ends.
  package static func run(
    _ input: ByteInput, _ output: inout ByteOutput, version: String
  ) -> Ending {
    let monitor = Monitor(Queue())
    guard let descriptor = input.descriptor else {
      var input = input
      let block = next(&input)
      monitor.update { $0.events = [block, .end(nil)] }
      return serve(
        monitor, hasChecker: false, output: &output, server: EditorServer(version: version))
    }
    defer { monitor.update { $0.isOver = true } }
    let isReading = WorkThread {
      var input = ByteInput(.descriptor(descriptor))
      while monitor.wait(for: { $0.events.count < waiting || $0.isOver ? !$0.isOver : nil }) {
        let block = next(&input)
        monitor.update { $0.events.append(block) }
        if case .end = block { return }
      }
    }
    guard isReading != nil else { return .withoutThreads }
    let isChecking = WorkThread { check(monitor) }
    return serve(
      monitor, hasChecker: isChecking != nil, output: &output,
      server: EditorServer(version: version))
  }

  /// Reads the next block of bytes, or the end of the stream.
  private static func next(_ input: inout ByteInput) -> EditorEvent {
    do throws(SystemFailure) {
      let bytes = try input.next()
      return bytes.isEmpty ? .end(nil) : .bytes(bytes)
    } catch {
      return .end(error)
    }
  }

  /// Runs the thread that checks documents.
  private static func check(_ monitor: Monitor<Queue>) {
    while true {
      let job: PolicyJob? = monitor.wait { queue in
        if queue.isOver {
          return .some(nil)
        }
        defer { queue.job = nil }
        return queue.job.map { .some($0) }
      }
      guard let job else { return }
      let state = job.run()
      monitor.update { $0.events.append(.checked(state)) }
    }
  }

  private static func serve(
    _ monitor: Monitor<Queue>, hasChecker: Bool, output: inout ByteOutput,
    server started: EditorServer
  ) -> Ending {
    var server = started
    var reader = MessageReader()
    var isChecking = false
    while true {
      monitor.wait { $0.events.isEmpty ? nil : () }
      // The removal is an update, which wakes the reading thread if the thread waits for room in the queue.
      let event = monitor.update { $0.events.removeFirst() }
      var messages: [OutgoingMessage] = []
      switch event {
      case .end(let failure):
        if let failure { return .unreadable(failure) }
        return server.isOrderly && reader.isBetweenMessages ? .orderly : .abrupt
      case .checked(let state):
        isChecking = false
        messages = server.take(state)
      case .bytes(let bytes):
        for part in reader.read(bytes) {
          switch part {
          case .message(let content): messages += server.receive(content)
          case .broken(let reason): messages += server.answer(broken: reason)
          }
          if server.hasEnded { break }
        }
      }
      if !isChecking, !server.hasEnded {
        let (job, more) = server.nextJob()
        messages += more
        if let job, hasChecker {
          isChecking = true
          monitor.update { $0.job = job }
        } else if let job {
          messages += server.take(job.run())
        }
      }
      for message in messages {
        output.write(message.bytes)
      }
      output.flush()
      if server.hasEnded { return server.isOrderly ? .orderly : .abrupt }
      if output.isClosed { return .abrupt }
    }
  }
}
