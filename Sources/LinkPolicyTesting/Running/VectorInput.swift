/// Where vectors are read from.
public enum VectorInput: Sendable {
  /// A file, or a folder of files.
  case path(String)
  /// A text that is in memory.
  case text([UInt8], name: String, format: VectorReader.Format)
}
