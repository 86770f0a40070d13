#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Starts processes that answer lines, one after the other, whatever thread asks.
///
/// Otherwise one of them could inherit a pipe of another, which would then never see its end.
package struct LineProcessLauncher: Sendable {
  /// A child and the ends of the pipes to it, neither of which blocks.
  struct Channel {
    var process: pid_t
    /// What is written here the child reads.
    var input: CInt
    /// What the child writes is read here.
    var output: CInt
  }

  private let turns = Monitor(0)

  /// Creates a launcher, to be shared by all who start processes at the same time.
  package init() {}

  /// Starts a shell command in a process group of its own; its standard error is the caller's.
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
