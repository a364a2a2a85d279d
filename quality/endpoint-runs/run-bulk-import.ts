import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { importMany, type SendLines } from './import-many.ts'
import { runOnServer } from './run-on-server.ts'

/**
 * Imports accounts, and prints the time of each step and the server's peak memory.
 * @param count of accounts
 */
export function runBulkImport(count: number): Promise<void> {
  return runOnServer('accounts:write', async ({ port, report, ...key }) => {
    const imported = await importMany(toSender(port, await fetchAccessToken(port, key)), count, report)
    for (const each of imported) process.stdout.write(`${JSON.stringify(each)}\n`)
  })
}

type Key = Readonly<{ keyId: string; secret: string }>

async function fetchAccessToken(port: number, { keyId, secret }: Key): Promise<string> {
  const body = new URLSearchParams({ grantType: 'client_credentials', clientId: keyId, clientSecret: secret })
  const response = await fetch(`http://127.0.0.1:${port}/auth/v1/token`, { method: 'POST', body })
  return z.object({ accessToken: z.string() }).parse(await response.json()).accessToken
}

/** Sends and receives at the same time. */
function toSender(port: number, accessToken: string): SendLines {
  return async (query, lines) => {
    const sent = request({
      ...{ host: '127.0.0.1', port, method: 'POST', path: `/api/v1/accounts/import${query}` },
      headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/x-ndjson' },
    })
    Readable.from(lines).pipe(sent)
    const [response] = await once(sent, 'response')
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
    return response.setEncoding('utf8')
  }
}
