internal import LinkPolicyYAML

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Replaces the content of a file at once: whoever opens it sees the old bytes or the new ones.
enum ReplacedFile {
  /// Writes a new file beside the old one and puts it in its place, mode and owner kept.
  ///
  /// A symbolic link stays one; the file it leads to is replaced. Where anything fails the old
  /// file stands as it was.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemCalls.Failure) {
    guard let target = InputFile.resolved(path) else {
      throw SystemCalls.Failure(number: errno)
    }
    var status = stat()
    guard unsafe stat(target, &status) == 0 else {
      throw SystemCalls.Failure(number: errno)
    }
    // The new file needs no permission to write the old one, but who has none did not mean this.
    guard unsafe access(target, W_OK) == 0 else {
      throw SystemCalls.Failure(number: errno)
    }
    let temporary = "\(target).\(getpid()).tmp"
    do throws(SystemCalls.Failure) {
      try create(temporary, bytes, like: status)
      guard unsafe rename(temporary, target) == 0 else {
        throw SystemCalls.Failure(number: errno)
      }
    } catch {
      if error.number != EEXIST {
        unsafe _ = unlink(temporary)
      }
      throw error
    }
  }

  /// Replaces a file, or makes one that is not there, whole in either case.
  static func put(_ bytes: [UInt8], at path: String) throws(SystemCalls.Failure) {
    guard unsafe access(path, F_OK) != 0 else {
      return try write(bytes, to: path)
    }
    let temporary = "\(path).\(getpid()).tmp"
    var status = stat()
    // What a new file gets from `open` and the mask of the process.
    let mask = umask(0)
    _ = umask(mask)
    status.st_mode = 0o666 & ~mask
    status.st_uid = geteuid()
    status.st_gid = getegid()
    do throws(SystemCalls.Failure) {
      try create(temporary, bytes, like: status)
      guard unsafe rename(temporary, path) == 0 else {
        throw SystemCalls.Failure(number: errno)
      }
    } catch {
      unsafe _ = unlink(temporary)
      throw error
    }
  }

  private static func create(
    _ path: String, _ bytes: [UInt8], like status: stat
  ) throws(SystemCalls.Failure) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else {
      throw SystemCalls.Failure(number: errno)
    }
    defer { close(descriptor) }
    try SystemCalls.write(bytes, to: descriptor)
    // Only an administrator can give files away; anybody else keeps what is theirs anyway.
    _ = fchown(descriptor, status.st_uid, status.st_gid)
    guard fchmod(descriptor, status.st_mode & 0o7777) == 0, fsync(descriptor) == 0 else {
      throw SystemCalls.Failure(number: errno)
    }
  }
}
