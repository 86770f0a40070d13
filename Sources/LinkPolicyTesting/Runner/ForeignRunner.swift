/// Another implementation, as it is started, and how much is put up with.
public struct ForeignRunner: Sendable {
  /// The shell command that starts it.
  public var command: String
  /// How long it may take to answer one line.
  public var timeOut: Duration
  /// How often each of its processes is started again after a fault; then it is given up.
  public var restartLimit: Int
  /// The most cases that it is sent in one line.
  public var batchSize: Int
  /// The most bytes that a line of its may have.
  package var lineLimit = 64 << 20

  /// Another implementation that answers within a minute, and is started again ten times.
  ///
  /// - Parameters:
  ///   - command: the shell command that starts it.
  ///   - timeOut: how long it may take to answer one line.
  ///   - restartLimit: how often each of its processes is started again after a fault.
  ///   - batchSize: the most cases that it is sent in one line; less than 1 counts as 1.
  public init(
    _ command: String, timeOut: Duration = .seconds(60), restartLimit: Int = 10,
    batchSize: Int = 256
  ) {
    self.command = command
    self.timeOut = timeOut
    self.restartLimit = restartLimit
    self.batchSize = max(1, batchSize)
  }

  /// The time-out in milliseconds, at least one.
  var milliseconds: Int {
    let (seconds, attoseconds) = timeOut.components
    let bounded = min(max(seconds, 0), 1_000_000_000)
    return max(1, Int(bounded) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
