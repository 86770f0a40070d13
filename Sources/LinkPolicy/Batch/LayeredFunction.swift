/// A function that maps each row of numbered fact values to a number, by a few lookups in arrays.
///
/// A step reads the current state of a row and the row's values in some columns, and looks up the next state. The
/// evaluation applies one step to all rows before the next step, so that the step's array stays in the processor's
/// cache.
struct LayeredFunction: Sendable {
  /// A column that a step reads.
  ///
  /// Each value of the column adds its offset to the index in the step's array.
  struct Input: Sendable {
    var column: Int
    var worths: [UInt32]
  }

  /// One step of the evaluation, which is a lookup in an array.
  struct FunctionStep: Sendable {
    var inputs: [Input]
    /// The number of combinations of the inputs' values; ``next`` has this number of entries for each state.
    var combinationCount: Int
    /// The next state for each state and combination; in the last step, the function's value instead.
    var next: [UInt32]
  }

  /// The steps of the evaluation; a function without steps has the constant value ``start``.
  var steps: [FunctionStep]
  /// The initial state of every row.
  var start: UInt32

  /// The largest value that the function can have.
  var largestValue: Int { Int(steps.last?.next.max() ?? start) }

  /// Returns the value of the function for each row.
  ///
  /// - Parameters:
  ///   - columns: the columns, all of the same length; each input must have an offset for every number in its column.
  ///   - count: the number of rows.
  /// - Returns: a value for each row.
  func values(_ columns: [[UInt16]], count: Int) -> [UInt32] {
    var states = [UInt32](repeating: start, count: count)
    for step in steps {
      if step.combinationCount > 1 {
        Self.multiply(&states, by: UInt32(step.combinationCount))
      }
      for input in step.inputs {
        Self.add(input.worths, of: columns[input.column], to: &states)
      }
      Self.look(up: &states, in: step.next)
    }
    return states
  }

  private static func multiply(_ states: inout [UInt32], by factor: UInt32) {
    for index in states.indices {
      states[index] &*= factor
    }
  }

  private static func add(_ worths: [UInt32], of values: [UInt16], to places: inout [UInt32]) {
    for index in values.indices {
      places[index] &+= worths[Int(values[index])]
    }
  }

  private static func look(up states: inout [UInt32], in next: [UInt32]) {
    for index in states.indices {
      states[index] = next[Int(states[index])]
    }
  }
}

/// A builder that turns the decision graphs of a policy image into layered functions.
///
/// All paths of a graph test the facts in the same order. Once the first facts are known, the evaluation can reach only
/// a few nodes of the graph. These nodes are the states between two steps.
struct GraphLayers {
  let image: PolicyImage
  /// The facts that have the same value in every row, each with this value.
  let given: [(fact: Int, value: Int)]
  /// The column of each fact; nil if the fact has no column.
  let columns: [Int?]
  /// The maximum number of entries in the array of a step that reads several columns.
  let comfortable: Int
  /// The maximum number of entries in the array of any step.
  let limit: Int

  /// Follows the graph from an edge, past all nodes that test given facts; returns the first edge that is terminal or
  /// leads to a node of a fact that is not given.
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

  /// Returns the facts that the graph tests after an edge, in the order of the tests.
  ///
  /// Returns nil if two paths test facts in different orders, which is possible only in an altered image.
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

  /// Builds the function that maps fact values to the results of the graph below an edge.
  ///
  /// Returns nil if a step exceeds the size limit, or if two paths test facts in different orders.
  func function(from root: UInt32) -> LayeredFunction? {
    guard let facts = facts(from: root) else { return nil }
    var states = [resolved(root)]
    var steps: [LayeredFunction.FunctionStep] = []
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

  /// The facts that one step reads.
  ///
  /// The values of each fact are grouped into classes, and the graph treats all values of a class alike.
  private struct Layer {
    var facts: [Int] = []
    var classes: [ValueClasses] = []

    var combinationCount: Int { classes.reduce(1) { $0 * $1.count } }
  }

  /// Returns a layer of the first remaining facts, as many as fit into one step; nil if the first fact alone needs too
  /// large an array.
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

  /// Builds the step that reads a layer's facts, and replaces `states` with the states after the step.
  private func step(_ layer: Layer, _ states: inout [UInt32]) -> LayeredFunction.FunctionStep {
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
    return LayeredFunction.FunctionStep(
      inputs: inputs(layer.facts, layer.classes), combinationCount: layer.combinationCount,
      next: next)
  }

  /// Builds the inputs of a step; the first input has the smallest offsets.
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
