package import LinkPolicySystem

/// A session with an editor over a stream of bytes in each direction.
///
/// One thread reads, one checks documents, and the calling one answers, so that an answer never waits for a check: what
/// is asked meanwhile is answered by what is known.
package enum EditorSession {
  /// How a session ended.
  package enum Ending: Equatable {
    /// As the protocol wants it, shut down first, or before it had begun.
    case orderly
    /// Without having been shut down, or with the stream closed in the middle of a message.
    case abrupt
    /// The stream cannot be read any further.
    case unreadable(SystemFailure)
    /// The system has no thread to read on.
    case withoutThreads
  }

  /// How many blocks of bytes may wait to be looked at, so that an editor which is faster than its answers does not fill
  /// the memory.
  private static var waiting: Int { 8 }

  /// What can happen.
  private enum Event: Sendable {
    case bytes([UInt8])
    case end(SystemFailure?)
    case checked(PolicyState)
  }

  /// The events that nobody has looked at, and the job that nobody has taken.
  private struct Queue: Sendable {
    var events: [Event] = []
    var job: PolicyJob?
    var isOver = false
  }

  /// Serves until the editor ends the session or its stream does.
  package static func run(
    _ input: ByteInput, _ output: inout ByteOutput, version: String
  ) -> Ending {
    let monitor = Monitor(Queue())
    guard let descriptor = input.descriptor else {
      var input = input
      let block = next(&input)
      monitor.update { $0.events = [block, .end(nil)] }
      return serve(monitor, hasChecker: false, &output, EditorServer(version: version))
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
    return serve(monitor, hasChecker: isChecking != nil, &output, EditorServer(version: version))
  }

  /// The next block of a stream.
  private static func next(_ input: inout ByteInput) -> Event {
    do throws(SystemFailure) {
      let bytes = try input.next()
      return bytes.isEmpty ? .end(nil) : .bytes(bytes)
    } catch {
      return .end(error)
    }
  }

  /// What the thread does that checks documents.
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
    _ monitor: Monitor<Queue>, hasChecker: Bool, _ output: inout ByteOutput, _ started: EditorServer
  ) -> Ending {
    var server = started
    var reader = MessageReader()
    var isChecking = false
    while true {
      monitor.wait { $0.events.isEmpty ? nil : () }
      // Taken in an update, which wakes the thread that waits for room.
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
