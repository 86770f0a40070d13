/// What a provider says about the person.
public struct Profile: Sendable, Equatable {
  /// The display name.
  public var name: String?
  /// The address of a photo.
  public var photo: String?

  /// Creates a profile; nothing is set unless given.
  ///
  /// - Parameters:
  ///   - name: the display name; nil where the provider sent none.
  ///   - photo: the URL of a photo; nil where the provider sent none.
  public init(name: String? = nil, photo: String? = nil) {
    self.name = name
    self.photo = photo
  }
}
