internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The temporary files that are to be gone when the process is interrupted.
///
/// A signal may come anywhere, so that its handler can take no lock and no memory. It finds a list
/// in memory that is never changed or freed, by one word that is replaced whenever the list is;
/// what lists take in a whole run is some bytes for each file written.
enum InterruptedFiles {
  @unsafe
  private struct Entry {
    var folder: CInt
    var name: UnsafeMutablePointer<CChar>
  }

  /// The files, as they were added.
  private static let files = Mutex<[(folder: CInt, name: [CChar])]>([])
  /// Where the handler finds the same: a count, then as many entries; 0 for none.
  private static let list = Atomic<UInt>(0)
  /// Whether the process is ending, and must not make another file.
  private static let isEnding = Atomic<Bool>(false)

  /// Notes a file by its name in an open folder.
  static func add(_ name: [CChar], in folder: CInt) {
    files.withLock { files in
      files.append((folder, name))
      publish(files)
    }
    // The handler may have gone through the list before.
    while isEnding.load(ordering: .sequentiallyConsistent) {
      pause()
    }
  }

  /// Forgets a file that is no more, or no longer temporary.
  static func remove(_ name: [CChar], in folder: CInt) {
    files.withLock { files in
      files.removeAll { $0.folder == folder && $0.name == name }
      publish(files)
    }
  }

  /// From now on, a signal that ends the process removes the files first.
  ///
  /// One that is ignored, as by `nohup`, stays so.
  static func removeOnSignals() {
    // Made before any handler can ask for them.
    list.store(0, ordering: .sequentiallyConsistent)
    isEnding.store(false, ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let before = signal(number) { InterruptedFiles.end(by: $0) }
      if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = signal(number, SIG_IGN)
      }
    }
  }

  /// Removes the files, and lets the signal end the process as if nobody had handled it.
  private static func end(by number: CInt) {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    if let place = unsafe UnsafeRawPointer(
      bitPattern: list.load(ordering: .sequentiallyConsistent))
    {
      let count = unsafe place.load(as: Int.self)
      let entries = unsafe (place + MemoryLayout<Entry>.stride).assumingMemoryBound(to: Entry.self)
      for index in 0..<count {
        unsafe _ = unlinkat(entries[index].folder, entries[index].name, 0)
      }
    }
    _ = signal(number, SIG_DFL)
    raise(number)
  }

  /// Makes the list that the handler finds.
  private static func publish(_ files: [(folder: CInt, name: [CChar])]) {
    guard !files.isEmpty else {
      list.store(0, ordering: .sequentiallyConsistent)
      return
    }
    let stride = unsafe MemoryLayout<Entry>.stride
    let alignment = unsafe MemoryLayout<Entry>.alignment
    let place = UnsafeMutableRawPointer.allocate(
      byteCount: stride * (files.count + 1), alignment: alignment)
    unsafe place.storeBytes(of: files.count, as: Int.self)
    for (index, file) in files.enumerated() {
      let name = UnsafeMutablePointer<CChar>.allocate(capacity: file.name.count)
      unsafe name.initialize(from: file.name, count: file.name.count)
      unsafe (place + stride * (index + 1)).initializeMemory(
        as: Entry.self, to: Entry(folder: file.folder, name: name))
    }
    list.store(UInt(bitPattern: place), ordering: .sequentiallyConsistent)
  }
}
