#!/usr/bin/env node
/*
 * Starts Firefox for Playwright and relays between the two. Playwright speaks WebDriver BiDi to an installed Firefox,
 * but emulates media features with a command that Firefox ESR doesn't know, and opens no context without it. The relay
 * answers this command itself. And `fill` sets `value` from the page's own script, where React takes it for its own
 * change: the relay has it insert the text as typing does.
 */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

// Playwright's own copy of `ws`, so that both ends of the relay change together.
const playwright = createRequire(createRequire(import.meta.url).resolve('@playwright/test'))
const { ws: WebSocket, wsServer: WebSocketServer } = playwright('playwright-core/lib/utilsBundle')

const optionalCommand = 'emulation.setMediaFeaturesOverride'
const fillFunction = 'function bidiInsertText(window, text) {'
const typedFillFunction = `${fillFunction} if (window.document.execCommand('insertText', false, text)) return;`
const announcement = 'WebDriver BiDi listening on '

const firefox = spawn(process.env.FIREFOX ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
firefox.on('error', (error) => fail(error.message))
firefox.on('exit', (code) => process.exit(code ?? 1))
createInterface({ input: firefox.stderr }).on('line', (line) => {
  if (line.startsWith(announcement)) listen(line.slice(announcement.length))
  else report(line)
})

/** Replaces the browser's WebSocket URL with the relay's. */
function listen(browserAddress) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (client, { url }) => relay(client, new WebSocket(`${browserAddress}${url}`)))
  server.on('listening', () => report(`${announcement}ws://127.0.0.1:${server.address().port}`))
}

function relay(client, browser) {
  const early = []
  client.on('message', (data) => {
    const text = data.toString().replace(fillFunction, typedFillFunction)
    const { id, method } = JSON.parse(text)
    if (method === optionalCommand) client.send(JSON.stringify({ type: 'success', id, result: {} }))
    else if (browser.readyState === WebSocket.OPEN) browser.send(text)
    else early.push(text)
  })
  browser.on('open', () => {
    for (const text of early) browser.send(text)
  })
  browser.on('message', (data) => client.send(data.toString()))
  browser.on('error', (error) => fail(error.message))
  browser.on('close', () => client.close())
  client.on('close', () => browser.close())
}

function fail(message) {
  report(message)
  process.exit(1)
}

/** Playwright reads the URL from standard error. */
function report(line) {
  process.stderr.write(`${line}\n`)
}
