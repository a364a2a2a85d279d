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
    const work = async (pause?: () => Promise<void>) => {
      if (pause) await report('tokens alone')
      const imported = await importMany(send, count, (step) => report(step, pause))
      for (const each of imported) process.stdout.write(`${JSON.stringify(each)}\n`)
    }
    if (!withTokens) return work()
    const { alone, meanwhile } = await measureTokens({ port, ...key }, work)
    const ratio = (meanwhile / alone).toFixed(2)
    process.stdout.write(`${Math.round(alone)} tokens per second alone, ${Math.round(meanwhile)} meanwhile: ${ratio}\n`)
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
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: `/api/v1/accounts/import${query}`,
      headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/x-ndjson' },
    })
    Readable.from(lines).pipe(sent)
    const [response] = await once(sent, 'response')
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`)
    return response.setEncoding('utf8')
  }
}
