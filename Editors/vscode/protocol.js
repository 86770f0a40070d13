// The Language Server Protocol over the pipes of a process, without any dependency.
'use strict'

const {spawn} = require('node:child_process')

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
    this.process = spawn(command, words, {stdio: ['pipe', 'pipe', 'pipe']})
    this.process.stdout.on('data', data => this.take(data))
    // What is written to a server that has ended is lost; that it has ended is told below.
    this.process.stdin.on('error', () => {})
    let errors = ''
    this.process.stderr.on('data', data => { errors = (errors + data).slice(-2000) })
    const end = reason => {
      if (this.isOver) return
      this.isOver = true
      for (const {reject} of this.pending.values()) reject(new Error(reason))
      this.pending.clear()
      ended(reason)
    }
    this.process.on('error', error => end(`${command} cannot be started: ${error.message}`))
    this.process.on('exit', code => end(`${command} has ended with ${code}${errors && ': ' + errors}`))
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

  /** Ends the session as the protocol wants it. */
  async stop() {
    if (this.isOver) return
    await this.request('shutdown').catch(() => {})
    this.isOver = true
    this.send({jsonrpc: '2.0', method: 'exit'})
    this.process.stdin.end()
  }

  send(message) {
    const content = Buffer.from(JSON.stringify(message), 'utf8')
    this.process.stdin.write(`Content-Length: ${content.length}\r\n\r\n`)
    this.process.stdin.write(content)
  }

  take(data) {
    this.received = Buffer.concat([this.received, data])
    for (;;) {
      const end = this.received.indexOf('\r\n\r\n')
      if (end < 0) return
      const header = this.received.subarray(0, end).toString('latin1')
      const length = Number(/^Content-Length: (\d+)$/im.exec(header)?.[1])
      const start = end + 4
      if (!(this.received.length >= start + length)) return
      const message = JSON.parse(this.received.subarray(start, start + length).toString('utf8'))
      this.received = this.received.subarray(start + length)
      this.handle(message)
    }
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
