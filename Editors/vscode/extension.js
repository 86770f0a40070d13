// LinkPolicy in VS Code: what the server says, in the words of the editor's API.
'use strict'

const vscode = require('vscode')
const {Connection} = require('./protocol.js')

const LANGUAGES = [{language: 'yaml', scheme: 'file'}, {language: 'yaml', scheme: 'untitled'}]
const SEVERITIES = [
  undefined, vscode.DiagnosticSeverity.Error, vscode.DiagnosticSeverity.Warning,
  vscode.DiagnosticSeverity.Information, vscode.DiagnosticSeverity.Hint,
]

const isOurs = document => LANGUAGES.some(
  ({language, scheme}) => document.languageId === language && document.uri.scheme === scheme)
const position = ({line, character}) => new vscode.Position(line, character)
const range = ({start, end}) => new vscode.Range(position(start), position(end))
const place = (document, {line, character}) => (
  {textDocument: {uri: document.uri.toString()}, position: {line, character}})

/** A server and the documents that it has been told of. */
class Client {
  constructor() {
    this.findings = vscode.languages.createDiagnosticCollection('linkpolicy')
    this.opened = new Set()
  }

  /** Starts the server, and tells it of what is open. */
  async start() {
    const command = vscode.workspace.getConfiguration('linkpolicy').get('path') || 'linkpolicy'
    const connection = new Connection(
      command, ['lsp'], (method, params) => this.notified(method, params), reason => {
        if (this.connection !== connection) return
        this.connection = undefined
        this.findings.clear()
        vscode.window.showErrorMessage(`LinkPolicy: ${reason}`)
      })
    this.connection = connection
    this.opened.clear()
    try {
      await connection.request('initialize', {
        processId: process.pid, rootUri: null,
        capabilities: {general: {positionEncodings: ['utf-16']}},
      })
    } catch {
      // Why it has ended was told already.
      return
    }
    connection.notify('initialized', {})
    vscode.workspace.textDocuments.forEach(document => this.open(document))
  }

  /** Ends the server. */
  async stop() {
    const connection = this.connection
    this.connection = undefined
    this.findings.clear()
    await connection?.stop()
  }

  open(document) {
    const uri = document.uri.toString()
    if (!isOurs(document) || this.opened.has(uri)) return
    this.opened.add(uri)
    const {languageId, version} = document
    this.connection?.notify('textDocument/didOpen', {textDocument: {uri, languageId, version, text: document.getText()}})
  }

  /** Whether the server knows a document. */
  knows(document) {
    return this.connection !== undefined && this.opened.has(document.uri.toString())
  }

  change({document, contentChanges}) {
    if (!this.knows(document) || contentChanges.length === 0) return
    this.connection.notify('textDocument/didChange', {
      textDocument: {uri: document.uri.toString(), version: document.version},
      contentChanges: contentChanges.map(({range: {start, end}, text}) => ({
        range: {
          start: {line: start.line, character: start.character}, end: {line: end.line, character: end.character},
        },
        text,
      })),
    })
  }

  save(document) {
    if (this.knows(document)) this.connection.notify('textDocument/didSave', {textDocument: {uri: document.uri.toString()}})
  }

  close(document) {
    if (!this.knows(document)) return
    this.opened.delete(document.uri.toString())
    this.connection.notify('textDocument/didClose', {textDocument: {uri: document.uri.toString()}})
  }

  notified(method, params) {
    if (method === 'textDocument/publishDiagnostics') {
      const uri = vscode.Uri.parse(params.uri)
      this.findings.set(uri, params.diagnostics.map(found => {
        const finding = new vscode.Diagnostic(range(found.range), found.message, SEVERITIES[found.severity])
        finding.code = found.code
        finding.source = found.source
        finding.relatedInformation = (found.relatedInformation ?? []).map(
          ({location, message}) => new vscode.DiagnosticRelatedInformation(
            new vscode.Location(vscode.Uri.parse(location.uri), range(location.range)), message))
        return finding
      }))
    } else if (method === 'window/logMessage') {
      console.error(`linkpolicy: ${params.message}`)
    }
  }

  /** Asks about a place; nothing where the server does not know the document. */
  async ask(method, document, at, more) {
    if (!this.knows(document)) return null
    return this.connection.request(`textDocument/${method}`, {...place(document, at), ...more})
  }

  async provideHover(document, at) {
    const found = await this.ask('hover', document, at)
    if (!found) return undefined
    // The text is none of Markdown.
    const text = new vscode.MarkdownString()
    text.appendText(found.contents.value)
    return new vscode.Hover(text, found.range && range(found.range))
  }

  async provideDefinition(document, at) {
    const found = await this.ask('definition', document, at)
    return found ? new vscode.Location(vscode.Uri.parse(found.uri), range(found.range)) : undefined
  }

  async provideCompletionItems(document, at) {
    const found = await this.ask('completion', document, at)
    return (found?.items ?? []).map((item, index) => {
      // The protocol counts kinds from 1, the API from 0.
      const completed = new vscode.CompletionItem(item.label, item.kind - 1)
      completed.detail = item.detail
      completed.documentation = item.documentation
      completed.filterText = item.filterText
      completed.insertText = item.textEdit.newText
      completed.range = range(item.textEdit.range)
      // In the server's order, which is that of the policy.
      completed.sortText = String(index).padStart(5, '0')
      return completed
    })
  }

  async prepareRename(document, at) {
    const found = await this.ask('prepareRename', document, at)
    if (!found) throw new Error('nothing here can be renamed')
    return {range: range(found.range), placeholder: found.placeholder}
  }

  async provideRenameEdits(document, at, newName) {
    const found = await this.ask('rename', document, at, {newName})
    const edit = new vscode.WorkspaceEdit()
    for (const [uri, edits] of Object.entries(found?.changes ?? {})) {
      for (const {range: replaced, newText} of edits) edit.replace(vscode.Uri.parse(uri), range(replaced), newText)
    }
    return edit
  }
}

let client

/** Called by the editor when the first YAML document is opened. */
async function activate(context) {
  client = new Client()
  context.subscriptions.push(
    client.findings,
    vscode.workspace.onDidOpenTextDocument(document => client.open(document)),
    vscode.workspace.onDidChangeTextDocument(event => client.change(event)),
    vscode.workspace.onDidSaveTextDocument(document => client.save(document)),
    vscode.workspace.onDidCloseTextDocument(document => client.close(document)),
    vscode.languages.registerHoverProvider(LANGUAGES, client),
    vscode.languages.registerDefinitionProvider(LANGUAGES, client),
    vscode.languages.registerCompletionItemProvider(LANGUAGES, client, ':', ' ', '[', '{', ','),
    vscode.languages.registerRenameProvider(LANGUAGES, client),
    vscode.commands.registerCommand('linkpolicy.restart', async () => {
      await client.stop()
      await client.start()
    }),
  )
  await client.start()
}

/** Called by the editor before it ends. */
async function deactivate() {
  await client?.stop()
}

module.exports = {activate, deactivate}
