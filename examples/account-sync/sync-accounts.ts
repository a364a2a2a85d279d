import { readFile } from 'node:fs/promises'
import { env } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parse } from 'csv-parse/sync'

type Sync = Readonly<{ url: string; keyId: string; secret: string; file: string; wait?: (ms: number) => unknown }>

/**
 * Makes the accounts of Latchkey those of a CSV file with the columns id, name and locale. Accounts that are missing in
 * it are suspended, unless it is half a file: the exporter writes how many accounts it has to `<file>.count`.
 */
export async function synchronizeAccounts(sync: Sync): Promise<Readonly<{ summary: object; problems: object[] }>> {
  const expect = (await readFile(`${sync.file}.count`, 'utf8')).trim()
  const rows: Record<string, string>[] = parse(await readFile(sync.file), { bom: true, columns: true })
  const body = rows.map(({ id, name, locale }) => `${JSON.stringify({ id, name, locale: locale || null })}\n`).join('')
  const credentials = Buffer.from(`${sync.keyId}:${sync.secret}`).toString('base64')
  const form = new URLSearchParams({ grant_type: 'client_credentials' })
  const issued = await post(sync, '/auth/v1/token', { headers: { Authorization: `Basic ${credentials}` }, body: form })
  const { access_token: token } = JSON.parse(issued)
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/x-ndjson' }
  const query = new URLSearchParams({ missing: 'suspend', expect, results: 'problems' })
  const lines = (await post(sync, `/api/v1/accounts/import?${query}`, { headers, body })).trim().split('\n')
  const [last, ...problems] = lines.map((line) => JSON.parse(line)).toReversed()
  if (!last.summary) throw new Error(JSON.stringify(last))
  return { summary: last.summary, problems }
}

const attempts = 5

/**
 * Repeats a request whose response was lost, or that a busy server refused. Repeating an import changes nothing more.
 */
async function post({ url, wait = sleep }: Sync, path: string, init: RequestInit): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const lost = { status: 503, headers: new Headers() }
    const response = await fetch(url + path, { ...init, method: 'POST' }).catch(() => lost)
    const text = response instanceof Response ? await response.text().catch(() => undefined) : undefined
    if (text !== undefined && response.status < 300) return text
    const isFinal = text !== undefined && response.status < 500 && response.status !== 429
    if (isFinal || attempt === attempts) throw new Error(`${path}: ${text ?? 'no response'}`)
    await wait(pauseMs(response.headers, attempt))
  }
}

/** What the server asks for, or else ever longer. */
function pauseMs(headers: Headers, attempt: number): number {
  const [, usedUpSeconds] = /r=0;t=(\d+)/.exec(headers.get('RateLimit') ?? '') ?? []
  return 1_000 * Number(headers.get('Retry-After') ?? usedUpSeconds ?? 2 ** attempt)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { LATCHKEY_URL: url = '', KEY_ID: keyId = '', KEY_SECRET: secret = '', FILE: file = '', MINUTES = '60' } = env
  for (; ; await sleep(Number(MINUTES) * 60_000)) {
    const outcome = await synchronizeAccounts({ url, keyId, secret, file }).catch(String)
    process.stdout.write(`${new Date().toISOString()} ${JSON.stringify(outcome)}\n`)
  }
}
