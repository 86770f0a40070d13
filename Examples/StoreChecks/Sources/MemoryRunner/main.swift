internal import MemoryStore
internal import StoreChecks

var store = MemoryStore(SharedMemory())
var runner = StoreRunner("memory-store")
runner.run(on: &store)
