/// Why bytes are not loaded as a policy image.
///
/// Nothing of such an image is used: it decides nothing, rather than something else.
public struct InvalidImage: Error, Sendable {
  /// What kind of thing is wrong.
  public enum Reason: Sendable {
    /// The bytes do not begin as an image does.
    case notAnImage
    /// The image is of a version of the format that this library does not read.
    case otherVersion
    /// There are fewer or more bytes than the image says it has.
    case otherLength
    /// The bytes are not those that were written.
    case checksum
    /// The image was made by a library whose facts, kinds or actions are not those of this one.
    case otherEngine
    /// What stands in the image cannot be decided by.
    case malformed
  }

  /// What kind of thing is wrong.
  public let reason: Reason
  /// What is wrong, in one line.
  public let message: String

  init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

#if !hasFeature(Embedded)
  extension InvalidImage: CustomStringConvertible {
    /// What is wrong, in one line.
    public var description: String { message }
  }
#endif
