internal import Synchronization

/// The object to which a handle of the C interface refers: a policy or a decision table.
final class HandleObject: Sendable {
  /// The types of objects to which handles refer.
  enum HandleContent: Sendable {
    /// A policy that answers requests.
    case policy(LoadedPolicy)
    /// A decision table of a policy.
    case table(LoadedTable)
  }

  /// The policy or the table.
  let content: HandleContent

  init(_ content: HandleContent) {
    self.content = content
  }
}

/// The live handles of the process; the table has no locks, so a fork in the middle of a call leaves no lock held.
///
/// A handle consists of the generation and the number of a slot. Freeing a handle ends its generation, so an old handle
/// never refers to a new object. A thread pins a slot while taking the slot's object. When a freed slot loses its last
/// pin, the slot releases its object.
enum HandleTable {
  /// The maximum number of live handles: 16,384.
  static var capacity: Int { 1 << 14 }

  /// The phase of a slot, such as live or freed, in two bits below the generation.
  private enum SlotPhase: UInt64 {
    case empty, live, freed, changing
  }

  /// The state of a slot: its generation, its phase and its number of pins.
  private struct SlotState {
    var bits: UInt64

    private static var phaseShift: UInt64 { 30 }

    init(bits: UInt64) {
      self.bits = bits
    }

    init(generation: UInt64, _ phase: SlotPhase) {
      bits = generation << 32 | phase.rawValue << Self.phaseShift
    }

    var generation: UInt64 { bits >> 32 }
    var pins: UInt64 { bits & ((1 << Self.phaseShift) - 1) }

    func has(_ phase: SlotPhase) -> Bool { bits >> Self.phaseShift & 3 == phase.rawValue }

    func with(_ phase: SlotPhase) -> SlotState {
      SlotState(bits: generation << 32 | phase.rawValue << Self.phaseShift | pins)
    }
  }

  private struct HandleSlot: ~Copyable {
    let state = Atomic<UInt64>(0)
    /// The address of the object; the slot retains the object.
    let object = Atomic<UInt>(0)
  }

  /// The slots of the process, which are never freed.
  @safe private struct SlotList: @unchecked Sendable {
    let slots: UnsafeMutablePointer<HandleSlot>

    init() {
      unsafe slots = .allocate(capacity: HandleTable.capacity)
      for index in 0..<HandleTable.capacity {
        unsafe (slots + index).initialize(to: HandleSlot())
      }
    }
  }

  private static let list = SlotList()
  private static let next = Atomic<Int>(0)

  /// Stores an object and returns its handle, or 0 if every slot is in use.
  static func insert(_ object: HandleObject) -> UInt64 {
    let first = next.wrappingAdd(1, ordering: .relaxed).oldValue & (capacity - 1)
    for offset in 0..<capacity {
      let index = (first + offset) & (capacity - 1)
      let state = SlotState(bits: unsafe list.slots[index].state.load(ordering: .acquiring))
      guard state.has(.empty) else { continue }
      let generation = (state.generation + 1) & UInt64(UInt32.max)
      guard exchange(at: index, state, for: SlotState(generation: generation, .changing)) else {
        continue
      }
      let address = unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
      unsafe list.slots[index].object.store(address, ordering: .relaxed)
      let live = SlotState(generation: generation, .live)
      unsafe list.slots[index].state.store(live.bits, ordering: .releasing)
      return generation << 32 | UInt64(index + 1)
    }
    return 0
  }

  /// Returns the object that a handle refers to; nil if the handle is not alive.
  static func object(_ handle: UInt64) -> HandleObject? {
    guard let index = index(handle) else { return nil }
    while true {
      let state = SlotState(bits: unsafe list.slots[index].state.load(ordering: .acquiring))
      guard state.has(.live), state.generation == handle >> 32 else { return nil }
      guard exchange(at: index, state, for: SlotState(bits: state.bits + 1)) else { continue }
      defer { unpin(index) }
      return unsafe retained(index).takeUnretainedValue()
    }
  }

  /// Ends a handle; returns false if the handle is not alive.
  static func remove(_ handle: UInt64) -> Bool {
    guard let index = index(handle) else { return false }
    while true {
      let state = SlotState(bits: unsafe list.slots[index].state.load(ordering: .acquiring))
      guard state.has(.live), state.generation == handle >> 32 else { return false }
      guard exchange(at: index, state, for: state.with(.freed)) else { continue }
      release(index, state.with(.freed))
      return true
    }
  }

  private static func index(_ handle: UInt64) -> Int? {
    let number = handle & UInt64(UInt32.max)
    return 1...UInt64(capacity) ~= number ? Int(number) - 1 : nil
  }

  private static func exchange(at index: Int, _ old: SlotState, for new: SlotState) -> Bool {
    unsafe list.slots[index].state.compareExchange(
      expected: old.bits, desired: new.bits, ordering: .acquiringAndReleasing
    ).exchanged
  }

  private static func unpin(_ index: Int) {
    let state = unsafe list.slots[index].state.wrappingSubtract(1, ordering: .acquiringAndReleasing)
    release(index, SlotState(bits: state.newValue))
  }

  /// Releases the object of a freed slot that has no pins.
  private static func release(_ index: Int, _ state: SlotState) {
    guard state.has(.freed), state.pins == 0,
      exchange(at: index, state, for: SlotState(generation: state.generation, .changing))
    else { return }
    unsafe retained(index).release()
    let empty = SlotState(generation: state.generation, .empty)
    unsafe list.slots[index].state.store(empty.bits, ordering: .releasing)
  }

  @unsafe private static func retained(_ index: Int) -> Unmanaged<HandleObject> {
    let address = unsafe list.slots[index].object.load(ordering: .relaxed)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else {
      fatalError("a live slot has an object")
    }
    return unsafe Unmanaged.fromOpaque(pointer)
  }
}
