import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from '#lib/testing/listening-server.ts'
import { createRemoteCommandLine, remoteToken } from '#lib/testing/remote-command-line.ts'
import { refuseWith, sendJson } from '#lib/testing/stub-server.ts'
import { runCommandLine } from './command-line.ts'

const { latchkey, stub, there, expectSentence } = createRemoteCommandLine(runCommandLine)

const list = ['account', 'list']
const suspend = ['account', 'suspend', 'a']

describe('a refused request is explained', () => {
  const bound = { 'WWW-Authenticate': 'DPoP realm="Latchkey", error="invalid_token"' }
  const scope = { 'WWW-Authenticate': 'Bearer realm="Latchkey", error="insufficient_scope", scope="accounts:read"' }
  it.each([
    [
      401,
      'invalid_token',
      {},
      'The access token is not valid on this server: it has expired or was revoked. Set LATCHKEY_TOKEN to a new one.',
    ],
    [
      401,
      'invalid_token',
      bound,
      'The access token is bound to a key of another program (DPoP). Use a token of an API key without DPoP.',
    ],
    [
      403,
      'insufficient_scope',
      scope,
      'The access token lacks the scope accounts:read, or the owner of its API key is no longer an admin or owner.',
    ],
    [
      403,
      'insufficient_scope',
      {},
      'The access token lacks the scope that this command needs, or the owner of its API key is no longer an admin or owner.',
    ],
    [403, 'forbidden', {}, 'A description.'],
    [404, 'not_found', {}, 'A description.'],
    [409, 'conflict', {}, 'A description.'],
    [412, 'precondition_failed', {}, 'It has changed since it was read. Run the command again.'],
    [429, 'too_many_requests', { 'Retry-After': '3600' }, 'A description. Try again in 3600 seconds.'],
    [429, 'too_many_requests', { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' }, 'A description. Try again later.'],
    [503, 'temporarily_unavailable', { 'Retry-After': '2' }, 'A description. Try again in 2 seconds.'],
    [500, 'server_error', {}, 'A description.'],
  ] as const)('%i %s %j', async (status, error, headers, sentence) => {
    stub.respond = refuseWith(status, error, { headers })
    await expectSentence(suspend, `${sentence} (${status}, request ID req_1)`)
    expect(stub.received).toHaveLength(1)
  })

  it('409 and 400 of fields, as on the machine of the server', async () => {
    stub.respond = refuseWith(409, 'conflict', { fields: { id: 'taken' } })
    await expectSentence(['account', 'create', '--id', 'a', '--name', 'A'], 'Refused: id is taken.')
    stub.respond = refuseWith(400, 'invalid_request', { fields: { callLimit: 'required' } })
    await expectSentence(
      ['key', 'limit', 'lkid_1', '--mode', 'enforce'],
      'Refused: --per-minute or --per-day is missing.',
    )
  })
})

describe('a rate limit', () => {
  it('is waited for once', async () => {
    const paths: string[] = []
    stub.respond = ({ url = '' }, response) => {
      if (paths.push(url) > 1) return sendJson(response, 200, { items: [], next: null })
      sendJson(response, 429, { error: 'too_many_requests', requestId: 'req_1' }, { 'Retry-After': '1' })
    }
    const wait = 'The server takes no more requests of this API key now. Waiting 1 second …\n'
    expect(await there(...list, '--json')).toEqual({ status: 0, stdout: '{"accounts":[]}\n', stderr: wait })
    expect(paths).toEqual(Array(2).fill('/api/v1/accounts?limit=200'))
  })

  it('that goes on is said', async () => {
    stub.respond = refuseWith(429, 'too_many_requests', { headers: { 'Retry-After': '1' } })
    const { status, stderr } = await there(...list)
    expect([status, stub.received.length]).toEqual([1, 2])
    expect(stderr).toContain('A description. Try again in 1 second. (429, request ID req_1)\n')
  })
})

describe('a response that is not one of Latchkey', () => {
  const sentence = (status: number) =>
    `The response of ${stub.url} is not one of this version of Latchkey (status ${status}). Check --url, and what stands in between.`

  it.each([
    ['a page', 200, '<!doctype html><title>Sign in</title>'],
    ['another list', 200, '{"items":[{"id":1}],"next":null}'],
    ['an array', 200, '[]'],
    ['nothing', 200, ''],
    ['a page of an error', 404, '<h1>Not found</h1>'],
    ["another server's error", 403, '{"error":"forbidden"}'],
    ["a proxy's error", 502, 'Bad gateway'],
  ])('%s is refused', async (_name, status, text) => {
    stub.respond = (_request, response) => void response.writeHead(status).end(text)
    await expectSentence(list, sentence(status))
  })

  it('an endless one is left', async () => {
    stub.respond = (_request, response) => sendEndless(response, 200)
    await expectSentence(list, sentence(200))
  })

  it('a redirect is not followed, and the token goes nowhere else', async () => {
    let others = 0
    const other = await listen((_request, response) => {
      others += 1
      response.end()
    })
    for (const status of [301, 302, 303, 307, 308]) {
      for (const location of [`${other.url}/api/v1/accounts`, '/elsewhere']) {
        stub.respond = (_request, response) => void response.writeHead(status, { Location: location }).end()
        await expectSentence(
          list,
          `${stub.url} redirects elsewhere, where the token is not sent. Set --url to the origin of Latchkey itself.`,
        )
      }
    }
    await other.close()
    expect([others, stub.received.length]).toEqual([0, 10])
  })
})

describe('a connection', () => {
  const unsure = 'If it changes anything, check whether it was done before you repeat it.'

  it('that nothing accepts', async () => {
    const { url } = stub
    await stub.close()
    const sentence = `${url} can't be reached (ECONNREFUSED). Check --url, and whether the server runs.`
    expect(await there(...list)).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n` })
  })

  it('to a name that does not exist', async () => {
    const { status, stderr } = await latchkey.runWithInput('', list, {
      LATCHKEY_URL: 'https://latchkey.invalid',
      LATCHKEY_TOKEN: remoteToken,
    })
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^Host latchkey\.invalid not found \((ENOTFOUND|EAI_AGAIN)\)\. Check the spelling of --url\.\n$/,
    )
  })

  it('without TLS, in which nothing is sent', async () => {
    const LATCHKEY_URL = stub.url.replace('http:', 'https:')
    const { status, stderr } = await latchkey.runWithInput('', list, { LATCHKEY_URL, LATCHKEY_TOKEN: remoteToken })
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^The TLS connection to https:\/\/127\.0\.0\.1:\d+ failed \([A-Z_]+\), and nothing was sent\. .*NODE_EXTRA_CA_CERTS\.\n$/,
    )
    expect(stub.received).toEqual([])
  })

  it('without a response in time', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 100)
      return controller.signal
    })
    stub.respond = () => undefined
    await expectSentence(list, `${stub.url} did not respond in time. ${unsure}`)
    stub.respond = (_request, response) => void response.writeHead(200).write('{')
    await expectSentence(list, `${stub.url} did not respond in time. ${unsure}`)
    expect(timeout.mock.calls).toEqual([[30_000], [30_000]])
    timeout.mockRestore()
  })

  it('that is lost: a request is repeated with the same Idempotency-Key, so that no secret is lost', async () => {
    stub.respond = ({ socket }, response) => {
      if (stub.received.length === 1) return void socket.destroy()
      sendJson(response, 201, {
        id: 'ksec_1',
        secret: 'lksec_1',
        worksUntil: '2026-11-28T12:00:00.000Z',
        formerWorksForSeconds: 60,
      })
    }
    expect(await there('key', 'rotate', 'lkid_1')).toMatchObject({
      status: 0,
      stdout: 'keyId   lkid_1\nsecret  lksec_1\n',
    })
    const [first, second] = stub.received
    expect(first?.headers['idempotency-key']).toMatch(/^[\w-]{36}$/)
    expect(second).toEqual(first)
  })

  it('that is lost twice, or while something is removed', async () => {
    stub.respond = ({ socket }) => void socket.destroy()
    await expectSentence(list, `The connection to ${stub.url} broke off (UND_ERR_SOCKET). ${unsure}`)
    expect(stub.received).toHaveLength(2)
    const remove = ['return-address', 'remove', 'https://a.example']
    await expectSentence(remove, `The connection to ${stub.url} broke off (UND_ERR_SOCKET). ${unsure}`)
    expect(stub.received).toHaveLength(3)
  })
})

function sendEndless(response: ServerResponse, status: number): void {
  response.writeHead(status)
  const chunk = ' '.repeat(1_000_000)
  const write = () => void (response.destroyed || response.write(chunk, () => setImmediate(write)))
  write()
}

describe('an import', () => {
  const file = join(latchkey.dataDir, 'a.csv')
  const again = 'To continue the import, run it again: accounts that are done stay unchanged.'
  beforeEach(() => writeFileSync(file, 'id,name\na,A\nb,B\n'))

  it('shows the lines that the server refuses', async () => {
    stub.respond = (_request, response) => {
      const summary = { created: 1, updated: 0, unchanged: 0, invalid: 1, suspended: 0 }
      const line = { line: 2, id: 'b', fields: { name: 'too_long' }, result: 'invalid' }
      response.writeHead(200).end(`${JSON.stringify(line)}\n${JSON.stringify({ summary })}\n`)
    }
    expect(await there('account', 'import', file)).toEqual({
      status: 0,
      stdout: 'Added 1, changed 0, left 0 unchanged, skipped 1.\n',
      stderr: 'line 3 (b): name is too long\n',
    })
    expect(stub.received).toMatchObject([{ method: 'POST', url: '/api/v1/accounts/import?results=problems' }])
    expect(stub.received[0]?.body).toBe('{"id":"a","name":"A"}\n{"id":"b","name":"B"}\n')
  })

  it.each([
    [
      'an error at its end',
      '{"error":"server_error","error_description":"Internal error.","requestId":"req_1"}\n',
      'The import ended early: Internal error. Run it again.',
    ],
    ['no summary', '', 'The import ended early. Run it again: accounts that are done stay unchanged.'],
  ])('with %s says so', async (_name, text, sentence) => {
    stub.respond = (_request, response) => void response.writeHead(200).end(text)
    await expectSentence(['account', 'import', file], sentence)
  })

  it('that breaks off can be continued', async () => {
    stub.respond = ({ socket }, response) => response.writeHead(200).write('{', () => socket.destroy())
    const { status, stderr } = await there('account', 'import', file)
    expect(status).toBe(1)
    expect(stderr).toMatch(new RegExp(`^The connection to .* broke off \\(UND_ERR_SOCKET\\)\\. .*${again}\\n$`))
  })

  it('is refused as other requests are', async () => {
    stub.respond = refuseWith(503, 'temporarily_unavailable', { headers: { 'Retry-After': '1' } })
    await expectSentence(['account', 'import', file], 'A description. Try again in 1 second. (503, request ID req_1)')
    stub.respond = (_request, response) => void response.writeHead(302, { Location: '/' }).end()
    expect((await there('account', 'import', file)).stderr).toContain('redirects elsewhere')
    stub.respond = (_request, response) => sendEndless(response, 500)
    expect((await there('account', 'import', file)).stderr).toContain('is not one of this version of Latchkey')
    stub.respond = (_request, response) => void response.writeHead(200).end('<html>\n')
    expect((await there('account', 'import', file)).stderr).toContain('is not one of this version of Latchkey')
  })
})
