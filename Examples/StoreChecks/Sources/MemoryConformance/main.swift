internal import Foundation
internal import LinkPolicyStore
internal import MemoryStore
internal import StoreChecks

let memory = SharedMemory()
exit(ConformanceProgram.run(CommandLine.arguments) { () throws(StoreError) in MemoryStore(memory) })
