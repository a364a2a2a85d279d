import { once } from 'node:events'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Engine } from '../resilience/harness/databases.ts'
import { importMany, type SendLines } from './import-many.ts'
import { runOnServer } from './run-on-server.ts'
import { measureTokens } from './token-rate.ts'

/** `withTokens`: other clients request tokens meanwhile, as fast as they get them. */
export type BulkImport = Readonly<{ count: number; engine: Engine | undefined; withTokens: boolean }>

/** Imports accounts, and prints the time of each step and the server's peak memory. */
export function runBulkImport({ count, engine, withTokens }: BulkImport): Promise<void> {
  return runOnServer({ scope: 'accounts:write', engine }, async ({ port, report, ...key }) => {
    const send = toSender(port, await fetchAccessToken(port, key))
    const work = async () => {
      for (const each of await importMany(send, count, report)) process.stdout.write(`${JSON.stringify(each)}\n`)
    }
    if (!withTokens) return work()
    const { before, meanwhile, after } = await measureTokens({ port, ...key }, work)
    const ratio = (meanwhile / ((before + after) / 2)).toFixed(2)
    const rates = [before, meanwhile, after].map(Math.round)
    process.stdout.write(`${rates[0]} tokens per second before, ${rates[1]} meanwhile, ${rates[2]} after: ${ratio}\n`)
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
