// Loads the module and runs its check; exits 1 unless every step came out as written.
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const step = instance.exports.lp_check();
if (step !== 0) {
  console.error(`embedded: step ${step} did not come out as written`);
  process.exit(1);
}
