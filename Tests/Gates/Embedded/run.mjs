// Loads the module, hands it the image that may be named after it, and runs its check; exits 1 unless every step came
// out as written.
import { readFileSync } from "node:fs";

const [module, image] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
if (image) for (const byte of readFileSync(image)) instance.exports.lp_add(byte);
const step = image ? instance.exports.lp_check_image() : instance.exports.lp_check();
if (step !== 0) {
  console.error(`embedded: step ${step} did not come out as written`);
  process.exit(1);
}
