// As much of VS Code's API as the extension uses, for running it under node: what it registers is kept, and what it
// shows can be looked at.
'use strict'

class Position {
  constructor(line, character) {
    if (!(line >= 0 && character >= 0)) throw new Error(`no position: ${line}, ${character}`)
    Object.assign(this, {line, character})
  }
}

class Range {
  constructor(start, end) {
    if (!(start instanceof Position && end instanceof Position)) throw new Error('a range has two positions')
    Object.assign(this, {start, end})
  }
}

class Uri {
  constructor(text) {
    Object.assign(this, {text, scheme: text.slice(0, text.indexOf(':'))})
  }
  static parse(text) { return new Uri(text) }
  toString() { return this.text }
}

class Location {
  constructor(uri, range) { Object.assign(this, {uri, range}) }
}

class Diagnostic {
  constructor(range, message, severity) {
    if (!(range instanceof Range) || severity === undefined) throw new Error('no finding')
    Object.assign(this, {range, message, severity})
  }
}

class DiagnosticRelatedInformation {
  constructor(location, message) { Object.assign(this, {location, message}) }
}

class MarkdownString {
  constructor() { this.value = '' }
  appendText(text) { this.value += text }
}

class Hover {
  constructor(contents, range) { Object.assign(this, {contents, range}) }
}

class CompletionItem {
  constructor(label, kind) { Object.assign(this, {label, kind}) }
}

class WorkspaceEdit {
  constructor() { this.edits = [] }
  replace(uri, range, newText) { this.edits.push({uri: uri.toString(), range, newText}) }
}

/** What happens in the editor, and who listens. */
class Emitter {
  constructor() {
    this.listeners = []
    this.event = listener => {
      this.listeners.push(listener)
      return {dispose: () => {}}
    }
  }
  fire(event) { this.listeners.forEach(listener => listener(event)) }
}

/** A document as the editor has it. */
class TextDocument {
  constructor(uri, languageId, text) {
    Object.assign(this, {uri: new Uri(uri), languageId, version: 1, text})
  }
  getText() { return this.text }
  /** The offset of a position, in units of UTF-16 as all of JavaScript counts. */
  offset({line, character}) {
    const lines = this.text.split('\n')
    return lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character
  }
  /** The position behind a piece of the text. */
  behind(piece) {
    const end = this.text.indexOf(piece) + piece.length
    if (end < piece.length) throw new Error(`no ${piece}`)
    const lines = this.text.slice(0, end).split('\n')
    return new Position(lines.length - 1, lines.at(-1).length)
  }
}

const events = {open: new Emitter(), change: new Emitter(), save: new Emitter(), close: new Emitter()}
const providers = {}
const commands = {}
const settings = {}
const errors = []
const collection = {
  shown: new Map(),
  listeners: [],
  set(uri, findings) {
    this.shown.set(uri.toString(), findings)
    this.listeners.forEach(listener => listener())
  },
  clear() { this.shown.clear() },
  dispose() {},
}
const register = kind => (_, provider) => {
  providers[kind] = provider
  return {dispose: () => {}}
}

module.exports = {
  Position, Range, Uri, Location, Diagnostic, DiagnosticRelatedInformation, MarkdownString, Hover, CompletionItem,
  WorkspaceEdit, TextDocument,
  DiagnosticSeverity: {Error: 0, Warning: 1, Information: 2, Hint: 3},
  languages: {
    createDiagnosticCollection: () => collection,
    registerHoverProvider: register('hover'), registerDefinitionProvider: register('definition'),
    registerCompletionItemProvider: register('completion'), registerRenameProvider: register('rename'),
  },
  workspace: {
    textDocuments: [],
    getConfiguration: section => ({get: key => settings[`${section}.${key}`]}),
    onDidOpenTextDocument: events.open.event, onDidChangeTextDocument: events.change.event,
    onDidSaveTextDocument: events.save.event, onDidCloseTextDocument: events.close.event,
  },
  window: {showErrorMessage: message => errors.push(message)},
  commands: {
    registerCommand(name, run) {
      commands[name] = run
      return {dispose: () => {}}
    },
  },
  stub: {events, providers, commands, settings, errors, collection},
}
