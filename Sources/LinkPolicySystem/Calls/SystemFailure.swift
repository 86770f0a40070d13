#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The system's error number of a failed call.
package struct SystemFailure: Error, Equatable {
  package let number: CInt

  /// Creates the failure with an error number of the system.
  package init(number: CInt) {
    self.number = number
  }

  /// Whether the reader of a pipe has gone away.
  package var isBrokenPipe: Bool { number == EPIPE }

  /// What happened, for a message.
  package var reason: String {
    switch number {
    case ENOENT: "there is no such file"
    case EACCES, EPERM: "permission denied"
    case ENOTDIR: "a part of the path is no directory"
    case EISDIR: "it is a directory"
    case ELOOP: "too many symbolic links"
    case ENOSPC, EDQUOT: "no space is left"
    case ENOTEMPTY: "it is not empty"
    case EROFS: "the file system is read-only"
    case EBADF: "it is closed"
    case EIO: "input or output error"
    case EFBIG: "it would grow larger than files may be"
    case EPIPE: "nobody reads it"
    case ENAMETOOLONG: "the name is too long"
    case EBUSY: "it is in use"
    default: "error \(number)"
    }
  }
}
