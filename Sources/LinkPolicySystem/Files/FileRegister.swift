internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The files that a run has read, and the files that the run will write.
///
/// Every reader records its files in the register, and every output claims its file. The register thus prevents an
/// output from overwriting an input or another output. You can use a register from any thread.
package final class FileRegister: Sendable {
  /// A file, a name or a descriptor that an output reserves.
  package enum FileClaim: Hashable, Sendable {
    /// An existing file.
    case file(FileIdentity)
    /// A name in a folder, for an existing or a new file.
    case name([CChar], in: FileIdentity)
    /// A descriptor that the process inherited.
    case descriptor(CInt)
  }

  /// The reason why a file cannot be written in this run.
  package enum FileConflict: Error, Equatable {
    /// A reader of this run has read the file under the given name.
    case isRead(String)
    /// Another output under the given name writes to the file.
    case isWritten(String)
  }

  private struct Files {
    var read: [FileIdentity: String] = [:]
    var written: [FileClaim: (owner: UInt64, name: String)] = [:]
    var owners: UInt64 = 0
  }

  private let files = Mutex(Files())

  /// Creates the register of a run that has opened no files.
  package init() {}

  /// Records that this run reads a file under the given name.
  package func noteRead(_ file: FileIdentity, as name: String) {
    files.withLock { files in
      if files.read[file] == nil {
        files.read[file] = name
      }
    }
  }

  /// Returns whether this run has read a file.
  package func hasRead(_ file: FileIdentity) -> Bool {
    files.withLock { $0.read[file] != nil }
  }

  /// Returns a number that identifies an output and its claims.
  package func newOwner() -> UInt64 {
    files.withLock { files in
      files.owners += 1
      return files.owners
    }
  }

  /// Reserves the resources of an output; throws the conflict if a reader or another output already uses a resource.
  ///
  /// An output can claim the same resources repeatedly. An output that `rewrites` can also claim a file that was read,
  /// because it exists to rewrite this file.
  package func claim(
    _ claims: [FileClaim], by owner: UInt64, as name: String, rewrites: Bool
  ) throws(FileConflict) {
    let conflict: FileConflict? = files.withLock { files in
      for claim in claims {
        if let other = files.written[claim], other.owner != owner {
          return .isWritten(other.name)
        }
        if !rewrites, case .file(let file) = claim, let read = files.read[file] {
          return .isRead(read)
        }
      }
      for claim in claims {
        files.written[claim] = (owner, name)
      }
      return nil
    }
    if let conflict {
      throw conflict
    }
  }

  /// Records the identity of a new file that an output has written.
  package func noteWritten(_ file: FileIdentity, by owner: UInt64, as name: String) {
    files.withLock { $0.written[.file(file)] = (owner, name) }
  }
}

/// The identity of a file, independent of its path: the device and the inode.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Takes the identity from the status of a file.
  init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    inode = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Takes the identity of an open regular file.
  ///
  /// The result is nil for a pipe, a device or a folder, because writing cannot destroy their contents.
  package init?(ofFile descriptor: CInt) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    self.init(status)
  }

  /// Takes the identity of the regular file at a path; returns nil if the path has no regular file.
  package init?(at path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }
}
