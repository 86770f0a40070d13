// Tests that kill the tool at random points, with thousands of requests in flight.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ProcessClient, ToolEnded } from "../process.js";
import { body, descriptors, leftovers, pause, TOOL, within } from "./support.js";

const KILLS = Number(process.env.KILLS ?? 500);
const IN_FLIGHT = 2000;
let seed = Number(process.env.SEED ?? 35);

// Returns a number from 0 to 1, computed by mulberry32.
function random() {
  seed = (seed + 0x6d2b79f5) | 0;
  let bits = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
  return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
}

test("kills", { timeout: 300_000 }, async () => {
  const before = descriptors(), counts = { answered: 0, failed: 0, "in the middle of an answer": 0 }, wrong = [];
  const client = new ProcessClient("firebase", {
    tool: TOOL, maxInFlight: IN_FLIGHT, restarts: 1_000_000, backoff: 0, timeout: 60_000,
  });
  let isOver = false;

  async function send(name) {
    for (let number = 0; !isOver;) {
      const sent = [];
      for (let count = 0; count < IN_FLIGHT / 4; count += 1) {
        const subject = `${name}-${++number}`, request = body(subject, number % 10 === 0 ? "decide" : "lookup");
        if (request.decide) request.decide.answers = { credential: null, method: "enabled" };
        sent.push(client.request(request).catch((error) => error).then((end) => {
          if (end instanceof ToolEnded && end.signal === "SIGKILL") {
            counts.failed += 1;
            if (end.message.includes("in the middle")) counts["in the middle of an answer"] += 1;
            // No other answer contains this subject.
          } else if (!(end instanceof Error) && JSON.stringify(end[request.lookup ? "lookup" : "decision"]).includes(`"${subject}"`)) {
            counts.answered += 1;
          } else {
            wrong.push(end);
          }
        }));
      }
      await within(Promise.all(sent));
    }
  }

  const senders = ["a", "b", "c", "d"].map(send);
  for (let kill = 0, last; kill < KILLS; kill += 1) {
    while (client.pid === undefined || client.pid === last) await pause(0);
    last = client.pid;
    await pause(random() * 30);
    process.kill(last, "SIGKILL");
  }
  isOver = true;
  await Promise.all(senders);
  await client.close();
  assert.deepEqual(wrong.slice(0, 5), []);
  assert.ok(counts.answered > KILLS, JSON.stringify(counts));
  // The number of requests in flight at a kill depends on the machine: about 1,000 on an idle machine, and 300 next to other processes.
  assert.ok(counts.failed > 10 * KILLS, JSON.stringify(counts));
  assert.deepEqual(await leftovers(before), { children: [], descriptors: 0 });
  console.log(`node: ${KILLS} kills, ${JSON.stringify(counts)}`);
});
