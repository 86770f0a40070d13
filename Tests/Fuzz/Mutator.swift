import CFuzzer
import LinkPolicyJSON

/// What libFuzzer asks for the next input: one in four times its own bytes, else a text of the same
/// structure, so that most inputs get past the reader.
@c(LLVMFuzzerCustomMutator)
public func mutate(
  _ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ maxSize: Int, _ seed: UInt32
) -> Int {
  guard let data = unsafe data else { return 0 }
  var random = RandomNumbers(seed: seed)
  if random.below(4) > 0 {
    let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
    let mutated = Mutator.mutated(bytes, &random)
    if !mutated.isEmpty, mutated.count <= maxSize {
      for (place, byte) in mutated.enumerated() {
        unsafe data[place] = byte
      }
      return mutated.count
    }
  }
  return unsafe LLVMFuzzerMutate(data, size, maxSize)
}

/// Changes texts in their own terms: JSON by its values, a line of JSON Lines alone, others by lines
/// and words.
enum Mutator {
  static func mutated(_ bytes: [UInt8], _ random: inout RandomNumbers) -> [UInt8] {
    if let document = try? JSONDocument(bytes, name: "input") {
      return JSONMutation.mutated(document.root, &random)
    }
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
    if random.below(2) == 0 {
      let place = random.below(lines.count)
      if let document = try? JSONDocument(lines[place], name: "line"), document.root.isObject {
        lines[place] = JSONMutation.mutated(document.root, &random)
        return Array(lines.joined(separator: [0x0A]))
      }
    }
    return TextMutation.mutated(lines, &random)
  }
}
