// Uses the client for JavaScript in one way, and prints the results: node use_client.mjs WAY.
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";

const { ProcessClient } = await import(
  pathToFileURL(`${process.env.ROOT}/Bindings/JavaScript/process.js`).href);
const TOOL = process.env.LINKPOLICY ?? "linkpolicy";
const ATTEMPT = { action: "sign-in", provider: "google.com", subject: "g1" };
const body = (subject) => ({ lookup: { attempt: { ...ATTEMPT, subject } } });
const fake = (mode, options = {}) => (
  new ProcessClient("policy.yaml", { tool: ["python3", resolve("false_tool.py"), mode], ...options }));
const real = (options = {}) => new ProcessClient("firebase", { tool: TOOL, ...options });
const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
const words = (answer) => `answer ${answer.lookup?.subject ?? answer.lookup?.credential?.subject ?? answer.outcome ?? answer.credential?.subject}`;
const end = (promise, ms = 6000) => new Promise((done) => {
  const timer = setTimeout(() => done("no end"), ms);
  promise.then(words, (error) => (error instanceof Error ? error.constructor.name : "odd")).then((text) => {
    clearTimeout(timer);
    done(text);
  });
});
const started = () => readFileSync(process.env.STARTS, "utf8").trim().split("\n").map(Number);
const stat = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/.*\)/s, "").trim().split(" ");
  } catch {
    return null;
  }
};
const children = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name) && stat(name)?.[1] === String(process.pid));
const lives = (pid) => (stat(pid)?.[0] ?? "Z") !== "Z";

const ways = {
  async notANumber() {
    const client = real();
    const answers = { credential: NaN, method: "enabled" };
    console.log("credential NaN:", await end(client.decide({ attempt: ATTEMPT, answers })));
    console.log("credential a function:", await end(client.decide({ attempt: ATTEMPT, answers: { ...answers, credential: () => "u1" } })));
    console.log("credential undefined:", await end(client.decide({ attempt: ATTEMPT, answers: { ...answers, credential: undefined } })));
    console.log("credential u1 is not stored:", await end(client.decide({ attempt: ATTEMPT, answers: { ...answers, credential: "u1" } })));
    await client.close();
  },
  async noJSON() {
    const client = real(), cycle = {};
    cycle.cycle = cycle;
    let deep = [];
    for (let depth = 0; depth < 200_000; depth += 1) deep = [deep];
    for (const [name, value] of Object.entries({ cycle, big: 17n, deep }))
      console.log(name, await end(client.request(body(value))));
    console.log(await end(client.request(body("after"))));
    await client.close();
  },
  async record() {
    const client = real({ options: ["--record"] });
    const request = { attempt: ATTEMPT, answers: { credential: null, method: "enabled" }, record: { time: "2026-11-25T04:05:06.789Z", correlation: "r" } };
    console.log("with a record:", (await client.request({ decide: request })).record.correlation);
    const { decision, record } = await client.decideWithRecord(request);
    console.log("both:", decision.outcome, record.correlation, "discarded:", await end(client.decide(request)));
    console.log("without:", await end(client.decide({ ...request, record: undefined })));
    await client.close();
  },
  async halfPair() {
    const client = real();
    const line = (id, subject) => `{"id":${id},"lookup":{"attempt":{"action":"sign-in","provider":"google.com","subject":"${subject}"}}}`;
    console.log("request:", await end(client.request(body("\ud800"))));
    const [one, two] = await Promise.all([client.sendLine(1, line(1, "\ud800")), client.sendLine(2, line(2, "\udfff"))].map((sent) => sent.then(
      (answer) => answer.error?.code ?? answer.lookup.credential.subject, (error) => error.constructor.name)));
    console.log("two lines that differ have one subject:", one === two && one === "\ufffd");
    await client.close();
  },
  async longAnswer() {
    const client = fake("long", { maxAnswerBytes: 100 });
    console.log(await end(client.request(body("a"))));
    await client.close({ timeout: 0 });
  },
  async dribbling() {
    const client = fake("dribbles", { stall: 500, timeout: null }), began = performance.now();
    console.log(await end(client.request(body("a"))), "within 5 s:", performance.now() - began < 5000);
    await client.close({ timeout: 0 });
  },
  async nullError() {
    const client = fake("null-error", { timeout: 2000 });
    console.log(await end(client.request(body("a"))));
    await client.close({ timeout: 0 });
  },
  async closeAtOnce() {
    const client = fake("slow-start");
    const ends = Promise.all(["a", "b", "c"].map((name) => end(client.request(body(name)))));
    await client.close();
    console.log(...await ends);
  },
  async sizes() {
    const client = real();
    console.log("20 MB:", await end(client.request(body("x".repeat(20_000_000)))));
    console.log("15 MB:", await end(client.request(body("x".repeat(15_000_000)))));
    console.log("next:", await end(client.request(body("next"))));
    await client.close();
  },
  async leftOver() {
    let before = 0;
    for (let round = 0; round < 10; round += 1) {
      const client = real();
      await client.lookup({ attempt: ATTEMPT });
      if (round % 2) process.kill(client.pid, "SIGKILL");
      await client.close();
      if (round === 0) before = readdirSync("/proc/self/fd").length;
    }
    await pause(100);
    console.log("descriptors:", readdirSync("/proc/self/fd").length - before, "children:", children().length);
  },
  async worker() {
    const worker = new Worker(new URL(import.meta.url), { argv: ["inWorker"] });
    console.log("worker:", await new Promise((done) => { worker.on("message", done); }));
    await worker.terminate();
    await pause(1500);
    console.log("tools that live:", children().filter(lives).length, "children:", children().length);
  },
  async inWorker() {
    const { parentPort } = await import("node:worker_threads"), client = real();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => end(client.request(body(`w${number}`)))));
    parentPort.postMessage(answers.every((answer, number) => answer === `answer w${number}`));
    client.request(body("in flight")).catch(() => {});
  },
  async exitInFlight() {
    const ended = spawnSync("node", [process.argv[1], "exits", process.argv[3]], { timeout: 20_000 });
    console.log("exit code", ended.status);
    await pause(1500);
    const left = started().filter(lives);
    console.log("tools left:", left.length);
    for (const pid of left) process.kill(pid, "SIGKILL");
  },
  async exits() {
    const client = fake(process.argv[3], { timeout: null });
    client.request(body("a")).catch(() => {});
    while (!existsSync(process.env.STARTS)) await pause(10);
    await pause(200);
    process.exit(0);
  },
  async unused() {
    new ProcessClient("firebase");
    console.log("ends");
  },
  async restarts() {
    const client = fake("exits", { backoff: 10 });
    const ends = await Promise.all(Array.from({ length: 300 }, () => end(client.request(body("a")))));
    for (let number = 0; number < 20; number += 1) ends.push(await end(client.request(body("a"))));
    console.log(...new Set(ends), "starts:", started().length);
    await client.close();
  },
  async oneByOne() {
    const client = fake("once", { maxInFlight: 1, backoff: 10 });
    const ends = await Promise.all(["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => end(client.request(body(name)))));
    console.log(...ends, "starts:", started().length);
    await client.close();
  },
  async stopped() {
    const client = real({ stall: 500, timeout: null });
    await client.lookup({ attempt: ATTEMPT });
    process.kill(client.pid, "SIGSTOP");
    console.log(await end(client.request(body("a"))), await end(client.request(body("b"))));
    await client.close();
  },
  async orphans() {
    const client = fake("loud-orphans", { timeout: 3000 });
    console.log(await end(client.request(body("a"))));
    await client.close({ timeout: 0 });
    process.exit(0);
  },
  async busy() {
    const client = fake("slow", { stall: 500, timeout: null });
    const first = client.request(body("a")), second = client.request(body("b"));
    first.then(() => { for (const began = performance.now(); performance.now() - began < 1000;); });
    console.log(await end(first), await end(second));
    await client.close();
  },
};
await ways[process.argv[2]]();
