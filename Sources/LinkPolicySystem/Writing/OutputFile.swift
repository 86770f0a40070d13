#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is written whole or not at all; a pipe or device, which has no old content to
/// keep, is written as it comes.
///
/// The one way in which this tool writes files. The new file grows beside the old one under a
/// name of its own, and takes its place when everything is in it: where anything goes wrong before
/// that, the old file stands as it was, and the new one is removed. A symbolic link stays one; the
/// file it leads to is replaced, its mode and owner kept.
package final class OutputFile {
  /// The path as it was given.
  package let path: String

  private let register: FileRegister
  private let owner: UInt64
  private let rewrites: Bool
  private let target: Target
  private var output: ByteOutput

  /// What becomes of the bytes.
  private enum Target {
    /// They go where this descriptor leads.
    case stream(CInt)
    /// They take the place of what has this name, and of what there was when it began.
    case file(TemporaryFile, name: [CChar], was: stat?)

    var descriptor: CInt {
      switch self {
      case .stream(let descriptor): descriptor
      case .file(let temporary, name: _, was: _): temporary.descriptor
      }
    }
  }

  /// Starts an output, so that one that is not possible is refused before the work for it.
  ///
  /// One that `rewrites` may replace a file that was read in this run: `fmt` and the editing of
  /// suites are for that.
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
    do throws(FileRegister.Conflict) {
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

  /// Adds bytes; what keeps them from being written is told by ``commit()``.
  package func write(_ bytes: [UInt8]) {
    output.write(bytes)
  }

  /// Makes what was written the content of the file.
  ///
  /// What was read since the output was started counts as well: a file that turns out to have
  /// been read is not replaced.
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
      do throws(FileRegister.Conflict) {
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
      // Where names that differ in case are one, a second output would find this file.
      register.noteWritten(identity, by: owner, as: path)
    }
  }

  /// What the output takes for itself, so that no other can have it.
  private static func claims(_ place: OutputPlace) -> [FileRegister.Claim] {
    switch place {
    case .file(let folder, let name, present: let present):
      let claim = FileRegister.Claim.name(name, in: folder.identity)
      return [claim] + (present.map { [.file(FileIdentity($0))] } ?? [])
    case .descriptor(let number):
      // Whoever names the process's own output wants it beside what goes there anyway.
      let isOwn = number == 1 || number == 2
      let file = isOwn ? nil : FileIdentity(ofFile: number)
      return [.descriptor(number)] + (file.map { [.file($0)] } ?? [])
    case .special(let status):
      // Devices such as the null device take what any number of outputs write.
      return status.st_mode & S_IFMT == S_IFCHR ? [] : [.file(FileIdentity(status))]
    }
  }

  private static func open(
    _ place: OutputPlace, _ path: String
  ) throws(SystemFailure) -> Target {
    switch place {
    case .file(let folder, let name, present: let present):
      // The new file needs no permission to write the old one, but who has none did not mean this.
      if present != nil {
        guard unsafe faccessat(folder.descriptor, name, W_OK, 0) == 0 else {
          throw SystemFailure(number: errno)
        }
      }
      let mode: mode_t = present == nil ? 0o666 : 0o600
      return .file(try TemporaryFile(in: folder, mode: mode), name: name, was: present)
    case .descriptor(let number):
      // Opened by its path, a regular file would be written from its start.
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

  /// Whether the process was started with a descriptor that can be written; those that it opens
  /// itself are closed on exec, and nobody's to name.
  private static func isGiven(_ descriptor: CInt) -> Bool {
    let flags = fcntl(descriptor, F_GETFD)
    let mode = fcntl(descriptor, F_GETFL)
    return flags >= 0 && flags & FD_CLOEXEC == 0 && mode >= 0 && mode & O_ACCMODE != O_RDONLY
  }
}
