// Runs the module in a worker, so that the page never waits. The page ends this worker if an answer takes too long.
import { load } from "../../JavaScript/linkpolicy.js";

let loading = null;

const answers = {
  start: () => null,
  source: (engine, name) => engine.source(name),
  check: (engine, text, options) => engine.check(text, options),
  play: (engine, text, cases, options) => engine.play(text, cases, options),
  matrix: (engine, text, options) => engine.matrix(text, options),
  diff: (engine, old, text, options) => engine.diff(old, text, options),
  prove: (engine, text, options) => engine.prove(text, options),
};

self.onmessage = async ({ data: { id, module, method, values } }) => {
  try {
    loading ??= load(module);
    const engine = await loading;
    self.postMessage({ id, value: answers[method](engine, ...values), memory: engine.memoryBytes });
  } catch (error) {
    const { name, message, findings } = error;
    self.postMessage({ id, error: { name, message, findings } });
  }
};
