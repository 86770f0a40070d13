#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A new file in the folder of the one that it will replace; removed when it is let go before.
///
/// The folder is the same so that renaming is possible and all at once. The name starts with a
/// dot, so that no listing of vectors finds it, and is random, so that it is nobody else's.
final class TemporaryFile {
  /// The folder that it stands in.
  let folder: OutputPlace.Folder
  /// It, open for writing.
  let descriptor: CInt
  private let name: [CChar]
  private var isKept = false

  /// Makes an empty file, of the mode given but for what the process's mask takes away.
  init(in folder: OutputPlace.Folder, mode: mode_t) throws(SystemFailure) {
    self.folder = folder
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    name = ".linkpolicy-\(digits).tmp".utf8.map { CChar(bitPattern: $0) } + [0]
    // Noted first: an interrupt between the two finds a name that there is not.
    InterruptedFiles.add(name, in: folder.descriptor)
    descriptor = unsafe openat(
      folder.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard descriptor >= 0 else {
      let failure = SystemFailure(number: errno)
      InterruptedFiles.remove(name, in: folder.descriptor)
      throw failure
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    if !isKept {
      unsafe _ = unlinkat(folder.descriptor, name, 0)
      InterruptedFiles.remove(name, in: folder.descriptor)
    }
    close(descriptor)
  }

  /// Puts it, with all that was written, in the place of another file or of none; mode and owner
  /// become those of the other.
  func replace(_ other: [CChar], like status: stat?) throws(SystemFailure) {
    if let status {
      // Only an administrator can give files away; anybody else keeps what is theirs anyway.
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else {
        throw SystemFailure(number: errno)
      }
    }
    // Otherwise a power cut could leave the new name with nothing behind it.
    guard fsync(descriptor) == 0,
      unsafe renameat(folder.descriptor, name, folder.descriptor, other) == 0
    else {
      throw SystemFailure(number: errno)
    }
    isKept = true
    InterruptedFiles.remove(name, in: folder.descriptor)
  }
}
