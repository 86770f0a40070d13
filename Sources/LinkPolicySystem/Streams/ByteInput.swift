/// Bytes on their way in: from a descriptor, or from memory.
package struct ByteInput {
  /// Where the bytes come from.
  package enum Source {
    /// An open descriptor that stays open.
    case descriptor(CInt)
    /// A file that is closed with its last reader.
    case file(ReadableFile)
    /// These bytes, for whoever runs commands inside a program.
    case memory([UInt8])
  }

  private static var chunkSize: Int { 1 << 16 }

  private var source: Source

  package init(_ source: Source) {
    self.source = source
  }

  /// The descriptor that the bytes come from; nil where they are in memory.
  package var descriptor: CInt? {
    switch source {
    case .descriptor(let descriptor): descriptor
    case .file(let file): file.descriptor
    case .memory: nil
    }
  }

  /// The next bytes; none at the end.
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

  /// All bytes up to the end; nil where there are more than the limit.
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
