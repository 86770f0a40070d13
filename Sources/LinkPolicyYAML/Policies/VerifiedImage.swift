package import LinkPolicy
internal import LinkPolicyAuthoring
package import LinkPolicyDiagnostics

/// A policy image that was reproduced by compiling its text again, byte by byte apart from file names and positions.
///
/// A verified image therefore has the digest of its text, and the decision graphs of the rows in the text.
package struct VerifiedImage: Sendable {
  /// The text in the image, which has no `extends`; findings about the text refer to the name of the image file.
  package let text: PolicyText

  /// Compiles the text in an image again, and requires an equal image, apart from file names and positions of rows.
  ///
  /// The text is merged from all files of the policy, so its positions are not those of the files.
  ///
  /// - Parameters:
  ///   - bytes: the image, which contains the policy's text.
  ///   - name: the name of the image in findings.
  /// - Throws: an ``ImageRejection`` if the image was not compiled from its text, or has no text.
  package init(_ bytes: [UInt8], name: String) throws(ImageRejection) {
    guard let content = try Self.text(in: bytes) else { throw .noText }
    let text: PolicyText
    do throws(InvalidInput) {
      text = try PolicyText(content, name: name)
    } catch {
      throw .invalidText(error)
    }
    guard text.expanded == content else {
      throw .difference("its text is not in the canonical layout, which `expand` prints")
    }
    _ = try Self.verify(bytes, by: text, containing: content)
    self.text = text
  }

  /// Compiles a policy, and requires that the result equals the image, apart from file names and positions of rows.
  ///
  /// - Parameters:
  ///   - bytes: the image, with or without the policy's text.
  ///   - text: the text of the policy from which the image should have been compiled.
  /// - Returns: whether file names and positions are equal too, so that all bytes are.
  /// - Throws: an ``ImageRejection`` if the image was compiled from another policy, or was altered.
  package static func verify(
    _ bytes: [UInt8], by text: PolicyText
  ) throws(ImageRejection) -> Bool {
    try verify(bytes, by: text, containing: try self.text(in: bytes) == nil ? [] : text.expanded)
  }

  /// Returns the text in an image; nil if the image has no text.
  package static func text(in bytes: [UInt8]) throws(ImageRejection) -> [UInt8]? {
    do throws(InvalidImage) {
      return try ImageFile.text(in: bytes)
    } catch {
      throw .invalidImage(error)
    }
  }

  /// Returns whether an image has a text; also true for bytes that are no image, which the verification then rejects.
  package static func hasText(_ bytes: [UInt8]) -> Bool {
    do throws(ImageRejection) {
      return try text(in: bytes) != nil
    } catch {
      return true
    }
  }

  private static func verify(
    _ bytes: [UInt8], by text: PolicyText, containing content: [UInt8]
  ) throws(ImageRejection) -> Bool {
    let policy: CompiledPolicy
    do throws(InvalidInput) {
      policy = try CompiledPolicy(text.document)
    } catch {
      throw .invalidText(error)
    }
    let difference: String?
    do throws(InvalidImage) {
      difference = try ImageVerification.difference(
        between: bytes, and: policy, containing: content)
    } catch {
      throw .invalidImage(error)
    }
    if let difference {
      throw .difference(difference)
    }
    return policy.image(containing: content) == bytes
  }
}

/// The reason why an image could not be verified.
package enum ImageRejection: Error, Sendable {
  /// The bytes cannot be loaded.
  case invalidImage(InvalidImage)
  /// The image contains no text, so a verification needs the policy from which it was compiled.
  case noText
  /// The text does not compile.
  case invalidText(InvalidInput)
  /// The compiler produces different bytes; the associated value describes the first difference.
  case difference(String)
}
