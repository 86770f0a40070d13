#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What a program writes to its standard output.
package enum ChildOutput {
  /// Why there is no output.
  package enum Failure: Error {
    case cannotStart
    /// It ended with another status than 0, or what it wrote could not be read.
    case ended
    case tooLong
  }

  /// Runs a program that is found by its name, without a shell, and waits until it ends.
  ///
  /// It reads nothing, and what it says to people is dropped.
  ///
  /// - Parameters:
  ///   - arguments: its name, then what it is given.
  ///   - limit: the most bytes that are taken; it may write more, and then there is no output.
  /// - Returns: what it wrote.
  /// - Throws: why there is no output.
  package static func bytes(of arguments: [String], limit: Int) throws(Failure) -> [UInt8] {
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

  /// All that comes, so that whoever writes it does not wait for a reader.
  private static func read(_ descriptor: CInt, limit: Int) -> Result<[UInt8], Failure> {
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
