/// A policy that is ready to decide: checked, immutable, safe to share between threads.
///
/// Loaded from an image, or compiled by the module `LinkPolicyAuthoring`, which ends in the same. Deciding neither
/// reads a clock nor draws a random number.
public struct Policy: Sendable {
  /// What it decides by.
  package let image: PolicyImage

  /// Loads a policy image, as `CompiledPolicy.image` or `linkpolicy compile` makes it.
  ///
  /// Every byte is checked before anything is decided by it. The digest is taken as it stands in the
  /// image: an image says what a policy decides, and not that somebody has approved of it, so keep it where
  /// only those can write who may change the policy.
  ///
  /// - Parameter image: the bytes of the image, and nothing else.
  /// - Throws: an ``InvalidImage`` for bytes that are altered, cut off, of another version of the format
  ///   or for another version of the engine.
  public init(image: [UInt8]) throws(InvalidImage) {
    self.image = try PolicyImage(loading: image)
  }

  /// Tells an image from the text of a policy by the bytes it begins with.
  ///
  /// - Parameter bytes: a file, or the start of one.
  /// - Returns: whether they begin as a policy image does, of whatever version; it may still be
  ///   refused.
  public static func isImage(_ bytes: [UInt8]) -> Bool {
    ImageFile.isImage(bytes)
  }

  package init(_ image: PolicyImage) {
    self.image = image
  }

  /// What vectors, records and reports call it.
  public var name: String { image.name.text }
  /// One line about the policy.
  public var title: String { image.title.text }
  /// The digest of the policy's meaning.
  public var digest: PolicyDigest { image.digest }
  /// The names of the files that the policy's positions refer to.
  public var sources: SourceMap { image.sources }
}
