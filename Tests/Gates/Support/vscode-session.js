// Somebody edits a policy in VS Code, with the extension and the real tool: node vscode-session.js EXTENSION TOOL FOLDER
'use strict'

const assert = require('node:assert')
const path = require('node:path')
const vscode = require('vscode')

const [extensionPath, tool, folder] = process.argv.slice(2)
const {events, providers, commands, settings, errors, collection} = vscode.stub
const extension = require(path.join(extensionPath, 'extension.js'))

/** Waits until what is shown of a document suits. */
function shown(document, suits) {
  const uri = document.uri.toString()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`not shown: ${suits}; ${JSON.stringify(collection.shown.get(uri))}`)), 120000)
    const look = () => {
      const findings = collection.shown.get(uri)
      if (!findings || !suits(findings)) return
      clearTimeout(timer)
      collection.listeners.splice(collection.listeners.indexOf(look), 1)
      resolve(findings)
    }
    collection.listeners.push(look)
    look()
  })
}

/** Puts text in the place of a piece of a document, as somebody who types. */
function type(document, piece, text) {
  const start = document.text.indexOf(piece)
  assert(start >= 0, piece)
  const at = offset => {
    const lines = document.text.slice(0, offset).split('\n')
    return new vscode.Position(lines.length - 1, lines.at(-1).length)
  }
  const range = new vscode.Range(at(start), at(start + piece.length))
  document.text = document.text.slice(0, start) + text + document.text.slice(start + piece.length)
  document.version += 1
  events.change.fire({document, contentChanges: [{range, text}]})
}

async function main() {
  const manifest = require(path.join(extensionPath, 'package.json'))
  assert.deepStrictEqual(Object.keys(manifest.dependencies ?? {}), [])
  const text = require('node:fs').readFileSync(path.join(folder, 'small.yaml'), 'utf8')
  const document = new vscode.TextDocument('file://' + path.join(folder, 'small.yaml'), 'yaml', text)
  vscode.workspace.textDocuments.push(document)
  settings['linkpolicy.path'] = tool
  const context = {subscriptions: []}
  await extension.activate(context)
  assert(context.subscriptions.length > 5)
  const clean = await shown(document, found => found.every(({severity}) => severity > 1))

  const hover = await providers.hover.provideHover(document, document.behind('id: fir'))
  assert.match(hover.contents.value, /^row `first`[^]*decides \d+ of \d+ cells/)
  const place = await providers.definition.provideDefinition(document, document.behind('refuse: unknown'))
  assert.strictEqual(place.uri.toString(), document.uri.toString())
  assert.strictEqual(document.offset(place.range.start), document.text.lastIndexOf('unknown-person'))

  type(document, 'refuse: unknown-person', 'refuse: 😀unknown-persom')
  const wrong = await shown(document, found => found.some(({code}) => code === 'unknown-name'))
  const {range, source, severity} = wrong.find(({code}) => code === 'unknown-name')
  assert.deepStrictEqual([source, severity], ['linkpolicy', vscode.DiagnosticSeverity.Error])
  assert.strictEqual(document.text.slice(document.offset(range.start), document.offset(range.end)), '😀unknown-persom')
  type(document, '😀unknown-persom', 'unk')
  const items = await providers.completion.provideCompletionItems(document, document.behind('refuse: unk'))
  const item = items.find(({label}) => label === 'unknown-person')
  assert.strictEqual(document.offset(item.range.end) - document.offset(item.range.start), 3)
  type(document, 'refuse: unk', 'refuse: ' + item.insertText)
  assert.strictEqual((await shown(document, found => found.every(({severity}) => severity > 1))).length, clean.length)

  const at = document.behind('id: fir')
  assert.strictEqual((await providers.rename.prepareRename(document, at)).placeholder, 'first')
  const {edits} = await providers.rename.provideRenameEdits(document, at, 'newcomer')
  assert.strictEqual(edits.length, 2)
  await assert.rejects(providers.rename.provideRenameEdits(document, at, 'broken'), /has a row `broken` already/)
  await assert.rejects(providers.rename.prepareRename(document, document.behind('name: s')), /there is no row id at this position/)

  // A text that is no policy, and one that no provider is asked about.
  const vectors = new vscode.TextDocument('file://' + path.join(folder, 'cases.yaml'), 'yaml', 'vectors: 1\ncases: [\n')
  events.open.fire(vectors)
  assert.deepStrictEqual(await shown(vectors, () => true), [])
  const other = new vscode.TextDocument('file:///a.json', 'json', '{}')
  events.open.fire(other)
  assert.strictEqual(await providers.hover.provideHover(other, new vscode.Position(0, 0)), undefined)
  events.save.fire(document)
  events.close.fire(vectors)

  // Another server; one that cannot be started is told of once.
  await commands['linkpolicy.restart']()
  await shown(document, found => found.length === clean.length)
  assert.deepStrictEqual(errors, [])
  settings['linkpolicy.path'] = path.join(folder, 'nowhere')
  await commands['linkpolicy.restart']()
  assert.strictEqual(errors.length, 1)
  assert.match(errors[0], /cannot be started/)
  assert.deepStrictEqual(await providers.completion.provideCompletionItems(document, at), [])
  settings['linkpolicy.path'] = tool
  await commands['linkpolicy.restart']()
  await shown(document, found => found.length === clean.length)
  await extension.deactivate()
  console.log('done')
}

main().catch(error => {
  console.error(error)
  process.exit(1)
})
