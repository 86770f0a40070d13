/// Lays graphs of an image out as functions of columns.
///
/// The facts of a graph come in one order along every path, so that the nodes which are left once some of them
/// are known are few: these are the states between two steps.
struct GraphLayers {
  let image: PolicyImage
  /// The facts that are the same in every row, with their values.
  let given: [(fact: Int, value: Int)]
  /// The column of each fact that has one.
  let columns: [Int?]
  /// The most places of a step that reads several columns.
  let comfortable: Int
  /// The most places of a step.
  let limit: Int

  /// The edge to go on at, once the facts that are given have been followed.
  private func resolved(_ edge: UInt32) -> UInt32 {
    var edge = edge
    while edge < ImageFormat.terminal, let known = given.first(where: { $0.fact == fact(edge) }) {
      edge = child(edge, known.value)
    }
    return edge
  }

  private func fact(_ edge: UInt32) -> Int { ImageFormat.low(image.words[Int(edge)]) }

  private func child(_ edge: UInt32, _ value: Int) -> UInt32 { image.words[Int(edge) + 1 + value] }

  private func children(_ edge: UInt32) -> Set<UInt32> {
    var children: Set<UInt32> = []
    for value in 0..<ImageFormat.high(image.words[Int(edge)]) {
      children.insert(resolved(child(edge, value)))
    }
    return children
  }

  /// The facts that are asked from an edge on, each before those that are asked behind it; nil where they have
  /// no such order, as in an image that no compiler made.
  func facts(from root: UInt32) -> [Int]? {
    var before = [ValueSet?](repeating: nil, count: columns.count)
    var visited: Set<UInt32> = []
    var pending = [resolved(root)]
    while let edge = pending.popLast() {
      guard edge < ImageFormat.terminal, visited.insert(edge).inserted else { continue }
      let fact = fact(edge)
      before[fact] = before[fact] ?? ValueSet()
      for next in children(edge) where next < ImageFormat.terminal {
        var facts = before[self.fact(next)] ?? ValueSet()
        facts.insert(fact)
        before[self.fact(next)] = facts
        pending.append(next)
      }
    }
    var order: [Int] = []
    var left = before.indices.filter { before[$0] != nil }
    var known = ValueSet()
    while !left.isEmpty {
      guard
        let next = left.first(where: { before[$0]?.isSubset(of: known) ?? false })
      else { return nil }
      order.append(next)
      known.insert(next)
      left.removeAll { $0 == next }
    }
    return order
  }

  /// The graph from an edge on, by the numbers that it gives; nil where it takes more places than the limit,
  /// or its facts have no order.
  func function(from root: UInt32) -> LayeredFunction? {
    guard let facts = facts(from: root) else { return nil }
    var states = [resolved(root)]
    var steps: [LayeredFunction.Step] = []
    var done = 0
    while done < facts.count {
      guard let layer = layer(from: states, facts[done...]) else { return nil }
      steps.append(step(layer, &states))
      done += layer.facts.count
    }
    guard !steps.isEmpty else {
      return LayeredFunction(steps: [], start: states[0] & ~ImageFormat.terminal)
    }
    let last = steps.count - 1
    steps[last].next = steps[last].next.map { states[Int($0)] & ~ImageFormat.terminal }
    return LayeredFunction(steps: steps, start: 0)
  }

  /// Facts that are read in one step, with the classes of their values.
  private struct Layer {
    var facts: [Int] = []
    var classes: [ValueClasses] = []

    var combinationCount: Int { classes.reduce(1) { $0 * $1.count } }
  }

  /// As many of the next facts as one step holds; nil where it does not even hold one.
  private func layer(from states: [UInt32], _ facts: ArraySlice<Int>) -> Layer? {
    var layer = Layer()
    var border = Set(states)
    for fact in facts {
      var classes = ValueClasses(valueCount: image.vocabulary.schema.count(fact))
      var next: Set<UInt32> = []
      for edge in border {
        if edge < ImageFormat.terminal, self.fact(edge) == fact {
          classes.split { resolved(child(edge, $0)) }
          next.formUnion(children(edge))
        } else {
          next.insert(edge)
        }
      }
      guard
        Combination.count(
          of: [states.count, layer.combinationCount, classes.count],
          atMost: layer.facts.isEmpty ? limit : comfortable) != nil
      else { break }
      layer.facts.append(fact)
      layer.classes.append(classes)
      border = next
    }
    return layer.facts.isEmpty ? nil : layer
  }

  /// The step of a layer; the states become those behind it.
  private func step(_ layer: Layer, _ states: inout [UInt32]) -> LayeredFunction.Step {
    var numbers: [UInt32: UInt32] = [:]
    var behind: [UInt32] = []
    var next: [UInt32] = []
    let examples = layer.classes.map { $0.examples }
    for state in states {
      var combination = Combination(layer.classes.map { $0.count })
      repeat {
        var edge = state
        while edge < ImageFormat.terminal, let place = layer.facts.firstIndex(of: fact(edge)) {
          edge = resolved(child(edge, examples[place][combination.digits[place]]))
        }
        let number = numbers[edge] ?? UInt32(behind.count)
        if number == behind.count {
          numbers[edge] = number
          behind.append(edge)
        }
        next.append(number)
      } while combination.advance()
    }
    states = behind
    return LayeredFunction.Step(
      inputs: inputs(layer.facts, layer.classes), combinationCount: layer.combinationCount,
      next: next)
  }

  /// The inputs of a step that reads facts, the first of which moves the place least.
  func inputs(_ facts: [Int], _ classes: [ValueClasses]) -> [LayeredFunction.Input] {
    var inputs: [LayeredFunction.Input] = []
    var worth = 1
    for (fact, classes) in zip(facts, classes) {
      inputs.append(
        LayeredFunction.Input(
          column: columns[fact] ?? 0, worths: classes.classes.map { UInt32($0 * worth) }))
      worth *= classes.count
    }
    return inputs
  }
}
