package import Foundation

/// The project that the tests are of, as it stands on disk.
package enum Project {
  /// The folder with `Package.swift` in it.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A file or folder by its path from there.
  package static func file(_ path: String) -> URL { root.appending(path: path) }
}
