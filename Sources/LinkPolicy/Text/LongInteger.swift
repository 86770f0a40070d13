#if _pointerBitWidth(_64)
  /// An integer of 64 bits on every platform, for numbers that grow for years: versions, epochs and times.
  public typealias LongInteger = Int
#else
  /// An integer of 64 bits on every platform, for numbers that grow for years: versions, epochs and times.
  public typealias LongInteger = Int64
#endif
