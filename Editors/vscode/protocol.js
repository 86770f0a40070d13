// The Language Server Protocol over the pipes of a process, without any dependency.
'use strict'

const {spawn} = require('node:child_process')

// How long a server may take to stop, in milliseconds.
const PATIENCE = 2000
const LONGEST_HEADER = 4096

/** A server that runs, and the requests that it has not answered yet. */
class Connection {
  /**
   * Starts the server.
   *
   * @param {string} command the program
   * @param {string[]} words its arguments
   * @param {(method: string, params: any) => void} notified is called with what the server tells
   * @param {(reason: string) => void} ended is called once, when the server has ended by itself
   */
  constructor(command, words, notified, ended) {
    this.notified = notified
    this.pending = new Map()
    this.next = 1
    this.received = Buffer.alloc(0)
    this.isOver = false
    this.ended = ended
    this.process = spawn(command, words, {stdio: ['pipe', 'pipe', 'pipe']})
    // Without listeners an error of a pipe ends the whole extension host.
    this.process.stdin.on('error', () => {})
    this.process.stdout.on('error', () => {})
    this.process.stderr.on('error', () => {})
    this.process.stdout.on('data', data => this.take(data))
    let errors = ''
    this.process.stderr.on('data', data => { errors = (errors + data).slice(-2000) })
    this.process.on('error', error => this.end(`${command} cannot be started: ${error.message}`))
    // After its output: what the server answered before its end is taken.
    this.process.on('close', code => this.end(`${command} has ended with ${code}${errors && ': ' + errors}`))
  }

  /** Fails all requests; the server is of no use any more. */
  end(reason) {
    if (!this.isOver) {
      this.isOver = true
      this.ended(reason)
    }
    for (const {reject} of this.pending.values()) reject(new Error(reason))
    this.pending.clear()
  }

  /** Sends a request; the promise has its result, or an error with the server's message. */
  request(method, params) {
    if (this.isOver) return Promise.reject(new Error('the server has ended'))
    const id = this.next++
    this.send({jsonrpc: '2.0', id, method, params})
    return new Promise((resolve, reject) => this.pending.set(id, {resolve, reject}))
  }

  /** Tells the server something. */
  notify(method, params) {
    if (!this.isOver) this.send({jsonrpc: '2.0', method, params})
  }

  /** Ends the session as the protocol wants it, and the server if it does not end by itself. */
  async stop() {
    if (this.isOver) return
    const killing = setTimeout(() => this.process.kill('SIGKILL'), PATIENCE)
    this.process.once('close', () => clearTimeout(killing))
    const shutdown = this.request('shutdown').catch(() => {})
    this.isOver = true
    await shutdown
    this.send({jsonrpc: '2.0', method: 'exit'})
    this.process.stdin.end()
    this.end('the server was stopped')
  }

  send(message) {
    const content = Buffer.from(JSON.stringify(message), 'utf8')
    this.process.stdin.write(`Content-Length: ${content.length}\r\n\r\n`)
    this.process.stdin.write(content)
  }

  take(data) {
    this.received = Buffer.concat([this.received, data])
    try {
      for (let message; (message = this.takeMessage()) !== undefined;) this.handle(message)
    } catch (error) {
      this.received = Buffer.alloc(0)
      this.end(`the server wrote something that is no message: ${error.message}`)
      this.process.kill('SIGKILL')
    }
  }

  /** Takes the first message that is whole. */
  takeMessage() {
    const end = this.received.indexOf('\r\n\r\n')
    if (end < 0) {
      if (this.received.length > LONGEST_HEADER) throw new Error('a header without an end')
      return undefined
    }
    const length = Number(/^Content-Length: (\d+)\r?$/im.exec(this.received.subarray(0, end).toString('latin1'))?.[1])
    if (!Number.isSafeInteger(length)) throw new Error('a header without a length')
    const start = end + 4
    if (this.received.length < start + length) return undefined
    const message = JSON.parse(this.received.subarray(start, start + length).toString('utf8'))
    if (typeof message !== 'object' || message === null) throw new Error('JSON that is no object')
    this.received = this.received.subarray(start + length)
    return message
  }

  handle(message) {
    if (message.method !== undefined) {
      this.notified(message.method, message.params)
      return
    }
    const pending = this.pending.get(message.id)
    if (!pending) return
    this.pending.delete(message.id)
    if (message.error) {
      pending.reject(new Error(message.error.message))
    } else {
      pending.resolve(message.result)
    }
  }
}

module.exports = {Connection}
