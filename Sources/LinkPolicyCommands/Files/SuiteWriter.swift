internal import LinkPolicySystem
internal import LinkPolicyTesting
internal import LinkPolicyYAML

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
        Folder.join(folder, name), register, rewrites: true)
      output.write(bytes)
      try output.commit()
    }
  }

  /// Makes a folder that is not there; one that is there must be empty.
  static func makeFolder(_ path: String) throws(OutputProblem) {
    let isEmpty: Bool
    do throws(SystemFailure) {
      let isNew = try Folder.make(path)
      isEmpty = isNew ? true : try Folder.names(in: path).isEmpty
    } catch {
      throw .failed(path, error)
    }
    guard isEmpty else { throw .taken(path) }
  }

  private static func makeFolders(above name: String, in folder: String) throws(OutputProblem) {
    var path = folder
    for component in name.split(separator: "/").dropLast() {
      path = Folder.join(path, String(component))
      do throws(SystemFailure) {
        _ = try Folder.make(path)
      } catch {
        throw .failed(path, error)
      }
    }
  }
}
