internal import Foundation
internal import LinkPolicyStore
internal import MemoryStore
internal import StoreChecks

let memory = SharedMemory()
let program = RaceProgram(CommandLine.arguments)
exit(program.run { () throws(StoreError) in MemoryStore(memory) })
