internal import LinkPolicyVectors

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writes the files of a suite, each at once or not at all, in the order in which they are given.
enum SuiteWriter {
  /// What could not be written, and why.
  struct Failure: Error {
    let path: String
    let failure: SystemCalls.Failure
  }

  /// The failure of a folder that already holds something.
  static var notEmpty: SystemCalls.Failure { SystemCalls.Failure(number: ENOTEMPTY) }

  /// Writes files by their paths from a folder down, making the folders between.
  static func write(
    _ files: [(path: String, bytes: [UInt8])], into folder: String
  ) throws(Failure) {
    for (name, bytes) in files {
      let path = VectorFiles.join(folder, name)
      try makeFolders(above: name, in: folder)
      do throws(SystemCalls.Failure) {
        try ReplacedFile.put(bytes, at: path)
      } catch {
        throw Failure(path: path, failure: error)
      }
    }
  }

  /// Makes a folder that is not there; one that is there must be empty.
  static func makeFolder(_ path: String) throws(Failure) {
    guard unsafe mkdir(path, 0o777) != 0 else { return }
    let failure = SystemCalls.Failure(number: errno)
    guard failure.number == EEXIST else { throw Failure(path: path, failure: failure) }
    guard isEmpty(path) else { throw Failure(path: path, failure: notEmpty) }
  }

  /// Removes a folder if it is empty.
  static func removeFolder(_ path: String) {
    unsafe _ = rmdir(path)
  }

  private static func isEmpty(_ path: String) -> Bool {
    guard let directory = unsafe opendir(path) else { return false }
    defer { unsafe closedir(directory) }
    var count = 0
    while unsafe readdir(directory) != nil {
      count += 1
    }
    // The folder itself and the one above are always listed.
    return count <= 2
  }

  private static func makeFolders(above name: String, in folder: String) throws(Failure) {
    var path = folder
    for component in name.split(separator: "/").dropLast() {
      path = VectorFiles.join(path, String(component))
      if unsafe mkdir(path, 0o777) != 0, errno != EEXIST {
        throw Failure(path: path, failure: SystemCalls.Failure(number: errno))
      }
    }
  }
}
