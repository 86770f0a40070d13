internal import Foundation

/// A folder of its own for a test that writes; removed when it is let go.
package final class Scratch {
  package let folder: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "linkpolicy-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    folder = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  package func path(_ name: String) -> String { folder + "/" + name }

  /// Puts a file there, and returns its path.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(filePath: path(name)))
    return path(name)
  }

  package func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  package var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }
}
