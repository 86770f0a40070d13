internal import LinkPolicyVectors
internal import LinkPolicyYAML

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writes the files of a suite, each at once or not at all, in the order in which they are given.
enum SuiteWriter {
  /// Writes files by their paths from a folder down, making the folders between.
  ///
  /// The files of the suite may be among those that were read: they are what is edited.
  static func write(
    _ files: [(path: String, bytes: [UInt8])], into folder: String, _ register: FileRegister
  ) throws(OutputProblem) {
    for (name, bytes) in files {
      try makeFolders(above: name, in: folder)
      let output = try OutputFile(
        VectorFiles.join(folder, name), register, rewrites: true)
      output.write(bytes)
      try output.commit()
    }
  }

  /// Makes a folder that is not there; one that is there must be empty.
  static func makeFolder(_ path: String) throws(OutputProblem) {
    guard unsafe mkdir(path, 0o777) != 0 else { return }
    let failure = SystemCalls.Failure(number: errno)
    guard failure.number == EEXIST else { throw .failed(path, failure) }
    guard isEmpty(path) else { throw .taken(path) }
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

  private static func makeFolders(above name: String, in folder: String) throws(OutputProblem) {
    var path = folder
    for component in name.split(separator: "/").dropLast() {
      path = VectorFiles.join(path, String(component))
      if unsafe mkdir(path, 0o777) != 0, errno != EEXIST {
        throw .failed(path, SystemCalls.Failure(number: errno))
      }
    }
  }
}
