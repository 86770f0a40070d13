#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An output file that is replaced atomically; a pipe or device is written directly.
///
/// All code of this tool uses this type to write files. The new contents are written to a temporary file in the same
/// folder, which replaces the old file on commit. After a failure, the old file is unchanged and the temporary file is
/// removed. If the path is a symbolic link, the link stays and the target of the link is replaced. The new target has
/// the mode of the old target, and also its owner if the process has the permission.
package final class OutputFile {
  /// The path that the caller passed.
  package let path: String

  private let register: FileRegister
  private let owner: UInt64
  private let rewrites: Bool
  private let target: OutputDestination
  private var output: ByteOutput

  /// The destination of the bytes.
  private enum OutputDestination {
    /// A stream on this descriptor.
    case stream(CInt)
    /// A temporary file that will replace the file of this name; `was` is the file's status before the output.
    case file(TemporaryFile, name: [CChar], was: stat?)

    var descriptor: CInt {
      switch self {
      case .stream(let descriptor): descriptor
      case .file(let temporary, name: _, was: _): temporary.descriptor
      }
    }
  }

  /// Starts an output and fails early if the output cannot be written.
  ///
  /// If `rewrites` is true, the output can replace a file that this run has read, as `fmt` and the editing of suites
  /// do.
  package init(
    _ path: String, _ register: FileRegister, rewrites: Bool = false
  ) throws(OutputProblem) {
    self.path = path
    self.register = register
    self.rewrites = rewrites
    owner = register.newOwner()
    let place: OutputPlace
    do throws(SystemFailure) {
      place = try OutputPlace(path)
    } catch {
      throw .failed(path, error)
    }
    do throws(FileRegister.FileConflict) {
      try register.claim(Self.claims(place), by: owner, as: path, rewrites: rewrites)
    } catch {
      throw .conflict(path, error)
    }
    do throws(SystemFailure) {
      target = try Self.open(place, path)
    } catch {
      throw .failed(path, error)
    }
    output = ByteOutput(.descriptor(target.descriptor))
  }

  deinit {
    if case .stream(let descriptor) = target {
      close(descriptor)
    }
  }

  /// Adds bytes; ``commit()`` reports errors.
  package func write(_ bytes: [UInt8]) {
    output.write(bytes)
  }

  /// Replaces the file by a file with the written bytes; for a stream, writes the remaining bytes.
  ///
  /// The method throws instead of replacing a file that was read after the output was started.
  package func commit() throws(OutputProblem) {
    output.flush()
    if let failure = output.failure {
      throw .failed(path, failure)
    }
    guard case .file(let temporary, name: let name, was: let was) = target else { return }
    let present: stat?
    do throws(SystemFailure) {
      present = try temporary.folder.status(of: name)
    } catch {
      throw .failed(path, error)
    }
    if let present {
      do throws(FileRegister.FileConflict) {
        try register.claim(
          [.file(FileIdentity(present))], by: owner, as: path, rewrites: rewrites)
      } catch {
        throw .conflict(path, error)
      }
    }
    do throws(SystemFailure) {
      try temporary.replace(name, like: present ?? was)
    } catch {
      throw .failed(path, error)
    }
    if let identity = FileIdentity(ofFile: temporary.descriptor) {
      // On a case-insensitive file system, a second output can have another name for this file.
      register.noteWritten(identity, by: owner, as: path)
    }
  }

  /// Returns the claims that reserve the name and the file of the output in the register; empty for a device, such as
  /// the null device.
  private static func claims(_ place: OutputPlace) -> [FileRegister.FileClaim] {
    switch place {
    case .file(let folder, let name, present: let present):
      let claim = FileRegister.FileClaim.name(name, in: folder.identity)
      return [claim] + (present.map { [.file(FileIdentity($0))] } ?? [])
    case .descriptor(let number):
      // An output to a standard stream of the process appends to this stream.
      let isOwn = number == 1 || number == 2
      let file = isOwn ? nil : FileIdentity(ofFile: number)
      return [.descriptor(number)] + (file.map { [.file($0)] } ?? [])
    case .special(let status):
      // Any number of outputs can write to a device such as the null device.
      return status.st_mode & S_IFMT == S_IFCHR ? [] : [.file(FileIdentity(status))]
    }
  }

  private static func open(
    _ place: OutputPlace, _ path: String
  ) throws(SystemFailure) -> OutputDestination {
    switch place {
    case .file(let folder, let name, present: let present):
      // A rename could replace a file for which the user has no write permission, so the permission is checked first.
      if present != nil {
        guard unsafe faccessat(folder.descriptor, name, W_OK, 0) == 0 else {
          throw SystemFailure(number: errno)
        }
      }
      let mode: mode_t = present == nil ? 0o666 : 0o600
      return .file(try TemporaryFile(in: folder, mode: mode), name: name, was: present)
    case .descriptor(let number):
      // The descriptor is copied, because opening its path again would overwrite the beginning of a
      // regular file.
      guard isGiven(number) else { throw SystemFailure(number: EBADF) }
      let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
      guard copy >= 0 else { throw SystemFailure(number: errno) }
      return .stream(copy)
    case .special:
      #if canImport(Glibc)
        let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC)
      #elseif canImport(Musl)
        let descriptor = unsafe Musl.open(path, O_WRONLY | O_CLOEXEC)
      #else
        let descriptor = unsafe Darwin.open(path, O_WRONLY | O_CLOEXEC)
      #endif
      guard descriptor >= 0 else { throw SystemFailure(number: errno) }
      return .stream(descriptor)
    }
  }

  /// Returns whether the process inherited a writable descriptor.
  ///
  /// Descriptors that the process opens itself are closed on exec, and users cannot name these descriptors.
  private static func isGiven(_ descriptor: CInt) -> Bool {
    let flags = fcntl(descriptor, F_GETFD)
    let mode = fcntl(descriptor, F_GETFL)
    return flags >= 0 && flags & FD_CLOEXEC == 0 && mode >= 0 && mode & O_ACCMODE != O_RDONLY
  }
}

/// The reason why an output cannot be written; an existing file is unchanged.
package enum OutputProblem: Error {
  /// The system call failed, or no space is left.
  case failed(String, SystemFailure)
  /// The command line names a file that this run already reads or writes.
  case conflict(String, FileRegister.FileConflict)
  /// The folder of a new suite is not empty.
  case taken(String)

  /// The problem as a message of one line.
  package var message: String {
    switch self {
    case .failed(let path, let failure): "cannot write `" + path + "`: " + failure.reason
    case .conflict(let path, .isRead(let name)):
      "cannot write `" + path + "`: it is `" + name
        + "`, which was read; name another file for the output"
    case .conflict(let path, .isWritten(let name)):
      "two reports would be written into `" + path + "`, which is `" + name
        + "`; name another file for one of them"
    case .taken(let path): "cannot write `" + path + "`, because the folder is not empty"
    }
  }
}
