// Servers that do wrong end every request of the extension for VS Code: node vscode-faults.js EXTENSION
'use strict'

const assert = require('node:assert')
const path = require('node:path')

const {Connection} = require(path.join(process.argv[2], 'protocol.js'))

const answer = id => {
  const text = JSON.stringify({jsonrpc: '2.0', id, result: 'yes'})
  return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
}
// A server, as a script for node, and what the request ends in.
const print = text => `process.stdin.once('data', () => process.stdout.write(${JSON.stringify(text)}, () => process.exit(7)))`
const SERVERS = {
  answers: [`process.stdin.once('data', () => process.stdout.write(${JSON.stringify(answer(1))}))`, /^yes$/],
  'answers and ends': [print(answer(1)), /^yes$/],
  'half an answer': [print(answer(1).slice(0, -3)), /has ended with 7/],
  'half a header': [print('Content-Le'), /has ended with 7/],
  'no answer': ['process.stdin.once("data", () => process.kill(process.pid, "SIGKILL"))', /has ended with null/],
  'closed input': ['process.stdin.destroy(); setTimeout(() => process.exit(7), 300)', /has ended with 7/],
  'no JSON': [print('Content-Length: 3\r\n\r\n{]}'), /is no message/],
  'null': [print('Content-Length: 4\r\n\r\nnull'), /is no message/],
  'no length': [print('Content-Type: x\r\n\r\n{}'), /is no message/],
  'a traceback': [print('Traceback\n'.repeat(1000)), /is no message/],
}

function ending(promise) {
  return Promise.race([
    promise.then(value => String(value), error => error.message),
    new Promise(resolve => setTimeout(() => resolve('nothing'), 10000).unref()),
  ])
}

async function main() {
  for (const [name, [script, expected]] of Object.entries(SERVERS)) {
    const reasons = []
    const connection = new Connection(process.execPath, ['-e', script], () => {}, reason => reasons.push(reason))
    const found = await ending(connection.request('initialize'))
    assert.match(found, expected, name)
    if (found !== 'yes') {
      assert.strictEqual(reasons.length, 1, name)
      assert.match(await ending(connection.request('more')), /has ended/, name)
    }
    await connection.stop()
  }
  const missing = new Connection('/nowhere/linkpolicy', [], () => {}, () => {})
  assert.match(await ending(missing.request('initialize')), /cannot be started/)
  // A server that answers nothing any more: stopping it settles what waits.
  const mute = new Connection(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], () => {}, () => {})
  const waiting = ending(mute.request('hover'))
  await ending(mute.stop())
  assert.match(await waiting, /stopped|ended/)
}

main().then(() => process.exit(0), error => {
  console.error(error)
  process.exit(1)
})
