// Usage: Benchmarks VECTORS.jsonl
try Deciding.run()
try Batches.run()
try Reading.policy()
if CommandLine.arguments.count > 1 {
  try Reading.vectors(CommandLine.arguments[1])
}
