import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { env } from 'node:process'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { createLatchkeyClient, type LatchkeyClient, LatchkeyRefusal } from './latchkey-client.ts'

/** Names of accounts by their IDs on the platform. */
export type Accounts = Readonly<Record<string, string>>

/**
 * A page with a button for each account. A click requests a link and redirects the browser to it. A link works once and
 * for 15 seconds, so it never goes into a page. In your application, require sign-in first, and check that the user may
 * open the account.
 */
export function createIntegration(client: LatchkeyClient, accounts: Accounts, ownUrl: string): RequestListener {
  return async (request, response) => {
    if (request.method === 'GET' && request.url === '/') return sendPage(response, 200, renderAccounts(accounts))
    if (request.method !== 'POST' || request.url !== '/open')
      return sendPage(response, 404, '<p>There is nothing here.')
    if (isCrossSite(request)) return sendPage(response, 403, '<p>This form was sent from another site.')
    const accountId = new URLSearchParams(await text(request)).get('accountId') ?? ''
    if (!Object.hasOwn(accounts, accountId)) return sendPage(response, 404, '<p>There is no such account.')
    try {
      const { grantUrl } = await client.openAccount({ accountId, backUrl: ownUrl, locale: 'en-us' })
      // 303: the browser continues with GET. No cache or referrer may keep the link.
      response
        .writeHead(303, { Location: grantUrl, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
        .end()
    } catch (error) {
      sendPage(response, 502, renderError(error))
    }
  }
}

/** Whether another site sent the form: it must not sign users in to an account without their consent. */
function isCrossSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin'
}

function renderAccounts(accounts: Accounts): string {
  const buttons = Object.entries(accounts).map(
    ([id, name]) => `<p><button name="accountId" value="${escapeHtml(id)}">Open ${escapeHtml(name)}</button></p>`,
  )
  return `<form method="post" action="/open">${buttons.join('\n')}</form>`
}

function renderError(error: unknown): string {
  if (!(error instanceof LatchkeyRefusal)) return '<p>The platform cannot be reached. <a href="/">Try again</a></p>'
  const sentence = error.error === 'access_denied' ? 'This account cannot be opened.' : 'The platform refused.'
  return `<p>${sentence} <a href="/">Back</a></p><p>Request ID: ${escapeHtml(error.requestId ?? 'none')}</p>`
}

function sendPage(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(`<!doctype html><html lang="en"><title>Accounts</title><h1>Accounts</h1>${body}</html>`)
}

function escapeHtml(words: string): string {
  return words.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function start(): void {
  const { PLATFORM_URL = 'http://localhost:3000', PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET, PLATFORM_USERNAME } = env
  const { ACCOUNTS = 'at-100021', PORT = '4000' } = env
  if (!PLATFORM_CLIENT_ID || !PLATFORM_CLIENT_SECRET) {
    throw new Error('Set PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET: the portal has "Copy as .env" for a new key.')
  }
  const client = createLatchkeyClient({
    baseUrl: PLATFORM_URL,
    clientId: PLATFORM_CLIENT_ID,
    clientSecret: PLATFORM_CLIENT_SECRET,
    username: PLATFORM_USERNAME,
  })
  const accounts = Object.fromEntries(ACCOUNTS.split(',').map((id) => [id, id]))
  const ownUrl = `http://localhost:${PORT}/`
  createServer(createIntegration(client, accounts, ownUrl)).listen(Number(PORT), 'localhost')
  process.stdout.write(`Open ${ownUrl}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) start()
