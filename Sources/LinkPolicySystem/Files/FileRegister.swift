internal import Synchronization

/// The files of one run: which were read, and which will be written.
///
/// Whoever opens a file for reading notes it here, on whatever thread; whoever wants to write one
/// claims it. So nothing is written onto what was read, and no two outputs end in one file.
package final class FileRegister: Sendable {
  /// What an output takes for itself.
  package enum Claim: Hashable, Sendable {
    /// A file that is there.
    case file(FileIdentity)
    /// A name in a folder, whether or not there is a file of that name yet.
    case name([CChar], in: FileIdentity)
    /// A descriptor that the process was given.
    case descriptor(CInt)
  }

  /// Why a file cannot be written in this run.
  package enum Conflict: Error, Equatable {
    /// It was read, under the name given.
    case isRead(String)
    /// Another output goes there, under the name given.
    case isWritten(String)
  }

  private struct Files {
    var read: [FileIdentity: String] = [:]
    var written: [Claim: (owner: UInt64, name: String)] = [:]
    var owners: UInt64 = 0
  }

  private let files = Mutex(Files())

  /// Creates the register of a run that has not opened anything.
  package init() {}

  /// Notes that a file is read, under the name that it was asked for by.
  package func noteRead(_ file: FileIdentity, as name: String) {
    files.withLock { files in
      if files.read[file] == nil {
        files.read[file] = name
      }
    }
  }

  /// Whether a file was read so far.
  package func hasRead(_ file: FileIdentity) -> Bool {
    files.withLock { $0.read[file] != nil }
  }

  /// A number for an output, by which its claims are known as its own.
  package func newOwner() -> UInt64 {
    files.withLock { files in
      files.owners += 1
      return files.owners
    }
  }

  /// Takes what an output needs, or says which other use there is of it.
  ///
  /// An output may claim again what is its own already. One that `rewrites` may take a file that
  /// was read: that is what it is for.
  package func claim(
    _ claims: [Claim], by owner: UInt64, as name: String, rewrites: Bool
  ) throws(Conflict) {
    let conflict: Conflict? = files.withLock { files in
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

  /// Notes that a file, new as it is, is what an output has written.
  package func noteWritten(_ file: FileIdentity, by owner: UInt64, as name: String) {
    files.withLock { $0.written[.file(file)] = (owner, name) }
  }
}
