/// A stream of input bytes from a descriptor, a file or memory.
package struct ByteInput {
  /// The source of the bytes: a descriptor, a file or memory.
  package enum Source {
    /// An open descriptor, which the stream does not close.
    case descriptor(CInt)
    /// A file, which is closed when its last reader is released.
    case file(ReadableFile)
    /// Bytes in memory, for a program that runs commands in its own process.
    case memory([UInt8])
  }

  private static var chunkSize: Int { 1 << 16 }

  private var source: Source

  package init(_ source: Source) {
    self.source = source
  }

  /// The descriptor that provides the bytes; nil for bytes in memory.
  package var descriptor: CInt? {
    switch source {
    case .descriptor(let descriptor): descriptor
    case .file(let file): file.descriptor
    case .memory: nil
    }
  }

  /// Returns the next bytes; an empty array means the end of the input.
  package mutating func next() throws(SystemFailure) -> [UInt8] {
    switch source {
    case .descriptor(let descriptor):
      return try SystemCalls.read(descriptor, upTo: Self.chunkSize)
    case .file(let file):
      return try SystemCalls.read(file.descriptor, upTo: Self.chunkSize)
    case .memory(let bytes):
      source = .memory([])
      return bytes
    }
  }

  /// Returns all bytes up to the end; nil if the stream has more bytes than the limit.
  package mutating func all(limit: Int) throws(SystemFailure) -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      let more = try next()
      if more.isEmpty {
        return bytes
      }
      bytes += more
      if bytes.count > limit {
        return nil
      }
    }
  }
}

/// A buffered stream of output bytes, which discards all bytes after a failed write.
///
/// The stream accepts no `String`, so that unescaped text cannot reach the output. Use an ``OutputText``, or a writer
/// of JSON or HTML.
package struct ByteOutput {
  /// The destination of the bytes: a descriptor or memory.
  package enum Destination {
    /// An open descriptor.
    case descriptor(CInt)
    /// Memory, for a program that runs commands in its own process.
    case memory
  }

  private static var bufferSize: Int { 1 << 16 }

  /// The bytes that are not written yet; all bytes if the destination is memory.
  package private(set) var bytes: [UInt8] = []
  /// The error of a failed write; nil if no write failed.
  package private(set) var failure: SystemFailure?
  /// Whether no byte was ever written.
  package private(set) var isUntouched = true
  private let destination: Destination

  package init(_ destination: Destination) {
    self.destination = destination
  }

  /// Whether a write has failed.
  ///
  /// After a failed write, all further output is lost, and a long run can stop.
  package var isClosed: Bool { failure != nil }

  package mutating func write(_ more: [UInt8]) {
    write { $0 += more }
  }

  /// Writes the bytes that a function appends; after a failed write, the function is not called.
  package mutating func write(_ append: (inout [UInt8]) -> Void) {
    guard !isClosed else { return }
    append(&bytes)
    isUntouched = isUntouched && bytes.isEmpty
    if bytes.count >= Self.bufferSize {
      flush()
    }
  }

  /// Writes the buffered bytes to the descriptor; does nothing if the destination is memory.
  package mutating func flush() {
    guard case .descriptor(let descriptor) = destination, !isClosed, !bytes.isEmpty else { return }
    do throws(SystemFailure) {
      try SystemCalls.write(bytes, to: descriptor)
    } catch {
      failure = error
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
