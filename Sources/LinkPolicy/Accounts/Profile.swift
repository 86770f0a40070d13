/// What a provider says about the person.
public struct Profile: Sendable, Equatable {
  /// The display name.
  public var name: String?
  /// The address of a photo.
  public var photo: String?

  /// Creates a profile; nothing is set unless given.
  public init(name: String? = nil, photo: String? = nil) {
    self.name = name
    self.photo = photo
  }
}
