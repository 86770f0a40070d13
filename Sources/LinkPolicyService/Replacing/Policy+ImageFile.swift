internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicySystem

extension Policy {
  /// More bytes than the image of any policy that compiles.
  private static var imageLimit: Int { 64 << 20 }

  /// Loads an image, whose file is named where it is from one.
  init(image bytes: [UInt8], file: String?) throws(PolicyRefusal) {
    do throws(InvalidImage) {
      try self.init(image: bytes)
    } catch {
      throw .invalidImage(error, file: file)
    }
  }

  /// Reads and loads an image from a file.
  init(imageFile path: String) throws(PolicyRefusal) {
    let bytes: [UInt8]
    do throws(InvalidInput) {
      bytes = try InputFile.read(path, limit: Self.imageLimit)
    } catch {
      throw .invalidInput(error)
    }
    if let refusal = FileKind.refusal(wanting: .image, bytes, name: path) {
      throw .invalidInput(refusal)
    }
    try self.init(image: bytes, file: path)
  }
}
