#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What this process has of the machine.
package enum ProcessResources {
  /// The number of processors that can be used at once, at least one.
  package static var processorCount: Int {
    max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN)))
  }

  /// The most memory that the process has had, in KiB; nil where the system does not tell.
  package static var peakMemory: Int? {
    var usage = rusage()
    #if canImport(Glibc)
      let own = __rusage_who_t(RUSAGE_SELF.rawValue)
    #else
      let own = RUSAGE_SELF
    #endif
    guard unsafe getrusage(own, &usage) == 0 else { return nil }
    #if canImport(Darwin)
      return usage.ru_maxrss / 1024
    #else
      return usage.ru_maxrss
    #endif
  }
}
