import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeSigningSecret, signatureHeaders } from '#lib/domain/events/webhooks/signing-secret.ts'
import { findFreePort } from '#lib/testing/free-port.ts'

const page = readFileSync('docs/webhooks.md', 'utf8')
const readSample = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]+?)\`\`\``).exec(page)?.[1] ?? ''

const body = '{"seq":1,"event":{"id":"evt_1","kind":"user.created","name":"Zoë"}}'
const [secret, former] = [makeSigningSecret(), makeSigningSecret()]
const headersOf = (sentAt: number) => signatureHeaders({ id: 'evt_1', body }, [secret, former], sentAt)
const tooOldMs = 301_000

describe('the Python of docs/webhooks.md', () => {
  const missing = spawnSync('python3', ['--version']).status === 0 ? undefined : 'Python isn’t installed'
  beforeEach(({ skip }) => skip(missing !== undefined, missing))

  function verify(sentBody: string, sentAt: number): string {
    const call = `import json, sys\nprint(verify(**json.loads(sys.argv[1]), body=sys.argv[2].encode()))`
    const args = ['-c', `${readSample('python')}\n${call}`]
    const input = JSON.stringify({ secret: former, headers: headersOf(sentAt) })
    return spawnSync('python3', [...args, input, sentBody], { encoding: 'utf8' }).stdout.trim()
  }

  it('accepts a message, and refuses one that was changed or is old', () => {
    expect(verify(body, Date.now())).toBe('True')
    expect(verify(`${body} `, Date.now())).toBe('False')
    expect(verify(body, Date.now() - tooOldMs)).toBe('False')
  })
})

describe('the Node.js of docs/webhooks.md', () => {
  it('accepts a message, and refuses one that was changed or is old', async () => {
    const port = await findFreePort()
    const code = readSample('js').replace('listen(8080)', `listen(${port})`)
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env: { NODE_ENV: 'test', WEBHOOK_SECRET: former },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill())
    const send = async (sentBody: string, sentAt: number) => {
      const message = { method: 'POST', headers: headersOf(sentAt), body: sentBody }
      return (await fetch(`http://localhost:${port}`, message)).status
    }
    const printed: string[] = []
    child.stdout.on('data', (part) => printed.push(String(part)))
    await vi.waitFor(async () => expect(await send(body, Date.now())).toBe(204), 10_000)
    expect(printed.join('')).toBe('evt_1 user.created\n')
    expect(await send(`${body} `, Date.now())).toBe(400)
    expect(await send(body, Date.now() - tooOldMs)).toBe(400)
  })
})
