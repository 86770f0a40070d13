/// Bytes on their way out: buffered, and quiet once nobody reads them any more.
///
/// There is no way to write a `String`: text becomes bytes as an ``OutputText`` of some kind, or in a
/// writer of JSON or HTML.
package struct ByteOutput {
  /// Where the bytes go.
  package enum Destination {
    /// An open descriptor.
    case descriptor(CInt)
    /// Nowhere; they are kept, for whoever runs commands inside a program.
    case memory
  }

  private static var bufferSize: Int { 1 << 16 }

  /// The bytes not written yet; in memory, all of them.
  package private(set) var bytes: [UInt8] = []
  /// What went wrong when bytes were written, if anything did.
  package private(set) var failure: SystemFailure?
  private let destination: Destination

  package init(_ destination: Destination) {
    self.destination = destination
  }

  /// Whether everything from here on is lost, so that a long run may stop.
  package var isClosed: Bool { failure != nil }

  package mutating func write(_ more: [UInt8]) {
    guard !isClosed else { return }
    bytes += more
    if bytes.count >= Self.bufferSize {
      flush()
    }
  }

  /// Hands over what is buffered.
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
