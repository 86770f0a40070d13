internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A new file in the folder of the file to replace; deleted on deinitialization unless it has replaced that file.
///
/// The rename is atomic, because both files are in the same folder. The name starts with a dot, so that listings of
/// vectors skip the file, and contains random characters, so that the name is unique.
final class TemporaryFile {
  /// The folder of the file.
  let folder: OutputPlace.OutputFolder
  /// The descriptor, open for writing.
  let descriptor: CInt
  private let name: [CChar]
  private var isKept = false

  /// Creates an empty file with the given mode, reduced by the umask of the process.
  init(in folder: OutputPlace.OutputFolder, mode: mode_t) throws(SystemFailure) {
    self.folder = folder
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    name = ".linkpolicy-\(digits).tmp".utf8.map { CChar(bitPattern: $0) } + [0]
    // The file is registered before its creation, so that an interrupt cannot leave an unregistered file.
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

  /// Moves this file to the name of another file, which need not exist.
  ///
  /// If `status` is not nil, this file gets the mode of the old file, and also its owner if the process has the
  /// permission.
  func replace(_ other: [CChar], like status: stat?) throws(SystemFailure) {
    if let status {
      // Only an administrator can change the owner. For anybody else, the file belongs to the user
      // who runs the process.
      _ = fchown(descriptor, status.st_uid, status.st_gid)
      guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else {
        throw SystemFailure(number: errno)
      }
    }
    // Without a sync, a power failure could leave the new name with empty contents.
    guard fsync(descriptor) == 0,
      unsafe renameat(folder.descriptor, name, folder.descriptor, other) == 0
    else {
      throw SystemFailure(number: errno)
    }
    isKept = true
    InterruptedFiles.remove(name, in: folder.descriptor)
  }
}

/// The temporary files to remove when the process is interrupted.
///
/// A signal handler must not take a lock or allocate memory. The handler therefore reads an immutable list through an
/// atomic pointer, and every change publishes a new list. Old lists are never freed, because the handler may still read
/// them; each takes only a few bytes per file.
enum InterruptedFiles {
  @unsafe
  private struct InterruptedFile {
    var folder: CInt
    var name: UnsafeMutablePointer<CChar>
  }

  /// The temporary files, in the order of their registration.
  private static let files = Mutex<[(folder: CInt, name: [CChar])]>([])
  /// The address of the handler's list, which is a count followed by the entries; 0 if no list exists.
  private static let list = Atomic<UInt>(0)
  /// Whether the process is ending and must create no more files.
  private static let isEnding = Atomic<Bool>(false)

  /// Adds a file to the list, by the file's name in an open folder.
  static func add(_ name: [CChar], in folder: CInt) {
    files.withLock { files in
      files.append((folder, name))
      publish(files)
    }
    // If the process is ending, the handler may have read the list without this file, so the thread
    // waits for the end.
    while isEnding.load(ordering: .sequentiallyConsistent) {
      pause()
    }
  }

  /// Removes a file from the list, after the file was deleted or is no longer temporary.
  static func remove(_ name: [CChar], in folder: CInt) {
    files.withLock { files in
      files.removeAll { $0.folder == folder && $0.name == name }
      publish(files)
    }
  }

  /// Installs handlers that remove the files when a signal ends the process.
  ///
  /// Ignored signals stay ignored, for example under `nohup`.
  static func removeOnSignals() {
    // The lazily initialized values must exist before a handler can run.
    list.store(0, ordering: .sequentiallyConsistent)
    isEnding.store(false, ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
      let before = signal(number) { InterruptedFiles.end(by: $0) }
      if unsafe unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = signal(number, SIG_IGN)
      }
    }
  }

  /// Removes the files and ends the process with the default action of the signal.
  private static func end(by number: CInt) {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    if let place = unsafe UnsafeRawPointer(
      bitPattern: list.load(ordering: .sequentiallyConsistent))
    {
      let count = unsafe place.load(as: Int.self)
      let entries = unsafe (place + MemoryLayout<InterruptedFile>.stride)
        .assumingMemoryBound(to: InterruptedFile.self)
      for index in 0..<count {
        unsafe _ = unlinkat(entries[index].folder, entries[index].name, 0)
      }
    }
    _ = signal(number, SIG_DFL)
    raise(number)
  }

  /// Publishes a copy of the list for the signal handler.
  private static func publish(_ files: [(folder: CInt, name: [CChar])]) {
    guard !files.isEmpty else {
      list.store(0, ordering: .sequentiallyConsistent)
      return
    }
    let stride = unsafe MemoryLayout<InterruptedFile>.stride
    let alignment = unsafe MemoryLayout<InterruptedFile>.alignment
    let place = UnsafeMutableRawPointer.allocate(
      byteCount: stride * (files.count + 1), alignment: alignment)
    unsafe place.storeBytes(of: files.count, as: Int.self)
    for (index, file) in files.enumerated() {
      let name = UnsafeMutablePointer<CChar>.allocate(capacity: file.name.count)
      unsafe name.initialize(from: file.name, count: file.name.count)
      unsafe (place + stride * (index + 1)).initializeMemory(
        as: InterruptedFile.self, to: InterruptedFile(folder: file.folder, name: name))
    }
    list.store(UInt(bitPattern: place), ordering: .sequentiallyConsistent)
  }
}
