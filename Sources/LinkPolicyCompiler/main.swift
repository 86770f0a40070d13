internal import LinkPolicy
internal import LinkPolicyDiagnostics
internal import LinkPolicySystem

let ending = GenerationCommand.run(Array(CommandLine.arguments.dropFirst())) { message in
  var errors = ByteOutput(.descriptor(2))
  errors.write(message.bytes)
  errors.flush()
}
StandardStreams.end(ending.rawValue)
