import { beforeEach, describe, expect, it } from 'vitest'
import { keyLiveEndpoint, maxStreamsPerUser } from '#lib/endpoints/key-live.ts'
import { toResponse } from '#lib/http/endpoint.ts'
import { readLiveKey } from '#lib/refusals/live-key.ts'
import { writeRefusals } from '#lib/refusals/write-refusals.ts'
import { announceStop } from '#lib/stopping.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { insertUser, root, signInAs } from '#lib/testing/people.ts'
import { clientFields, issueTestTokens, makeTestKey, postToken, type TestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
let key: TestKey
let cookie: string
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
  cookie = await cookieOf('admin')
})

async function cookieOf(role: 'admin' | 'agent') {
  return (await signInAs(services, await insertUser(services, { role }))).cookieHeader
}

async function open(keyId = key.id, cookieHeader = cookie): Promise<Response> {
  const { version } = await readLiveKey(services, root, key.id)
  const url = `${testBaseUrl}/users-and-access/keys/${keyId}/live?version=${version}`
  return toResponse(
    await keyLiveEndpoint(new Request(url, { headers: { cookie: cookieHeader } }), testContext(services)),
  )
}

function readerOf(response: Response) {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('there is no stream')
  return reader
}

describe('the stream of a key’s page', () => {
  it('tells of a refusal and of a first token', async () => {
    const response = await open()
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    const reader = readerOf(response)
    expect((await reader.read()).value).toBe(': open\n\n')
    await postToken(clientFields({ id: key.id, secret: `${key.secret}\n` }))
    await writeRefusals(services)
    expect((await reader.read()).value).toBe('data: changed\n\n')
    await issueTestTokens(key)
    expect((await reader.read()).value).toBe('data: changed\n\n')
    expect((await readLiveKey(services, root, key.id)).firstCall).toEqual({
      token: testStart,
      link: null,
      opened: null,
    })
    await reader.cancel()
  })

  it('ends with the process', async () => {
    const reader = readerOf(await open())
    await reader.read()
    announceStop(services)
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })

  it('ends when the user may no longer see the key', async () => {
    const reader = readerOf(await open())
    await reader.read()
    await services.db.updateTable('users').set({ role: 'admin' }).where('id', '=', key.ownerId).execute()
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })

  it('is refused to agents, without a session, and for a key that the user may not manage', async () => {
    const others = await makeTestKey(services, { role: 'owner' })
    expect((await open(key.id, await cookieOf('agent'))).status).toBe(403)
    expect((await open(key.id, '')).status).toBe(401)
    expect((await open(others.id)).status).toBe(404)
  })

  it('is limited per user, and gives its place back', async () => {
    const responses = await Promise.all(Array.from({ length: maxStreamsPerUser }, () => open()))
    expect(responses.map(({ status }) => status)).toEqual(Array(maxStreamsPerUser).fill(200))
    expect((await open()).status).toBe(429)
    const other = await open(key.id, await cookieOf('admin'))
    expect(other.status).toBe(200)
    await responses[0]?.body?.cancel()
    const again = await open()
    expect(again.status).toBe(200)
    for (const { body } of [...responses.slice(1), other, again]) await body?.cancel()
  })
})
