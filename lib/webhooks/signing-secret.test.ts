import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { makeSigningSecret, signatureHeaders } from '#lib/webhooks/signing-secret.ts'

const missing = spawnSync('python3', ['--version']).status === 0 ? undefined : 'Python isn’t installed'

describe('the Python of docs/webhooks.md', () => {
  beforeEach(({ skip }) => skip(missing !== undefined, missing))

  const [, code = ''] = /```python\n([\s\S]+?)```/.exec(readFileSync('docs/webhooks.md', 'utf8')) ?? []
  const body = '{"seq":1,"name":"Zoë"}'
  const [secret, former] = [makeSigningSecret(), makeSigningSecret()]

  function verify(sentBody: string, sentAt: number): string {
    const headers = signatureHeaders({ id: 'evt_1', body }, [secret, former], sentAt)
    const call = `import json, sys\nprint(verify(**json.loads(sys.argv[1]), body=sys.argv[2].encode()))`
    const args = ['-c', `${code}\n${call}`, JSON.stringify({ secret: former, headers }), sentBody]
    return spawnSync('python3', args, { encoding: 'utf8' }).stdout.trim()
  }

  it('accepts a message, and refuses one that was changed or is old', () => {
    expect(verify(body, Date.now())).toBe('True')
    expect(verify(`${body} `, Date.now())).toBe('False')
    expect(verify(body, Date.now() - 301_000)).toBe('False')
  })
})
