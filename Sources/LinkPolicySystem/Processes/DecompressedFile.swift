#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A compressed file that a program of the system decompresses while the file is read.
package final class DecompressedFile {
  /// A compression format, identified by the suffix of the file's name, such as `.gz`.
  package enum CompressionFormat: String, CaseIterable, Sendable {
    case gzip = ".gz"
    case zstd = ".zst"

    /// The program that decompresses its standard input.
    package var program: String {
      switch self {
      case .gzip: "gzip"
      case .zstd: "zstd"
      }
    }
  }

  private static var chunkSize: Int { 1 << 18 }

  private let process: pid_t
  private let output: CInt
  private var end: ProcessEnd?

  /// Starts to decompress an open file from its current position.
  ///
  /// - Throws: the system's error if the program cannot be started; `ENOENT` if the program is not installed.
  package init(_ file: ReadableFile, _ format: CompressionFormat) throws(SystemFailure) {
    let pipe = try ChildProcess.Pipe()
    do throws(SystemFailure) {
      defer { close(pipe.writes) }
      process = try ChildProcess.start(
        [format.program, "-dc"],
        ChildProcess.Streams(input: file.descriptor, output: pipe.writes, sharesErrors: false),
        leadsGroup: false)
    } catch {
      close(pipe.reads)
      throw error
    }
    output = pipe.reads
  }

  deinit {
    close(output)
    if end == nil {
      // If the pipe has no reader, the program ends at its next write.
      _ = ChildProcess.wait(for: process)
    }
  }

  /// Returns the next decompressed bytes; an empty array means the end.
  package func next() throws(SystemFailure) -> [UInt8] {
    try SystemCalls.read(output, upTo: Self.chunkSize)
  }

  /// Waits for the program after the end of its output, and returns whether the data was complete and intact.
  package func finish() -> Bool {
    let known = end ?? ChildProcess.wait(for: process)
    end = known
    return known == .status(0)
  }
}

extension ReadableFile {
  /// Moves the position of the next read to an offset from the start of the file.
  ///
  /// - Throws: the system's error, for example if the file is a pipe.
  package func seek(to offset: Int) throws(SystemFailure) {
    guard lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw SystemFailure(number: errno)
    }
  }
}
