/// Why an output cannot be written; the file that was there stands as it was.
package enum OutputProblem: Error {
  /// The system refuses, or the space has run out.
  case failed(String, SystemFailure)
  /// The command line names a file that this run reads, or writes already.
  case conflict(String, FileRegister.Conflict)
  /// The folder of a new suite holds something.
  case taken(String)

  /// What to say, in one line.
  package var message: String {
    switch self {
    case .failed(let path, let failure): "cannot write `" + path + "`: " + failure.reason
    case .conflict(let path, .isRead(let name)):
      "cannot write `" + path + "`: it is `" + name
        + "`, which was read; name another file for the output"
    case .conflict(let path, .isWritten(let name)):
      "two reports would be written into `" + path + "`, which is `" + name
        + "`; name another file for one of them"
    case .taken(let path): "cannot write `" + path + "`: it is not empty"
    }
  }
}
