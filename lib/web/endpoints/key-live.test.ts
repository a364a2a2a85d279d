import { request as sendRequest } from 'node:http'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readLiveKey } from '#lib/domain/events/refusals/live-key.ts'
import { writeDelayMs, writeRefusals } from '#lib/domain/events/refusals/write-refusals.ts'
import { signOut } from '#lib/domain/sign-in/portal-sessions/end-sessions.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import { announceStop } from '#lib/kernel/stopping.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { insertUser, root, type SignedIn, signInAs } from '#lib/testing/people.ts'
import { openFront } from '#lib/testing/test-front.ts'
import {
  clientFields,
  commonHeaders,
  issueTestTokens,
  makeTestKey,
  postToken,
  refusalBody,
  show,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testStart } from '#lib/testing/test-services.ts'
import { keyLiveEndpoint, maxStreams, maxStreamsPerUser, pollMs } from '#lib/web/endpoints/key-live.ts'
import { toResponse } from '#lib/web/http/endpoint.ts'

let services: TestServices
let key: TestKey
let admin: SignedIn
beforeEach(async () => {
  services = await openTestServices()
  key = await makeTestKey(services)
  admin = await signIn('admin')
})

async function signIn(role: 'admin' | 'agent'): Promise<SignedIn> {
  return signInAs(services, await insertUser(services, { role }))
}

async function open(keyId = key.id, { cookieHeader } = admin, method = 'GET'): Promise<Response> {
  const { version } = await readLiveKey(services, root, key.id)
  const url = `${testBaseUrl}/users-and-access/keys/${keyId}/live?version=${version}`
  const request = new Request(url, { method, headers: { cookie: cookieHeader } })
  return toResponse(await keyLiveEndpoint(request, testContext(services)))
}

/** Opens as many streams as one user may. */
function openAll(user: SignedIn): Promise<Response[]> {
  return Promise.all(Array.from({ length: maxStreamsPerUser }, () => open(key.id, user)))
}

const statusesOf = (responses: readonly Response[]) => responses.map(({ status }) => status)

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

  it.each(['ending', 'replaced'] as const)('ends when the process is %s', async (stop) => {
    const reader = readerOf(await open())
    await reader.read()
    announceStop(services, stop)
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })

  it('ends when the user may no longer see the key', async () => {
    const reader = readerOf(await open())
    await reader.read()
    await services.db.updateTable('users').set({ role: 'admin' }).where('id', '=', key.ownerId).execute()
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })

  it('ends within ten seconds of signing out', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const reader = readerOf(await open())
    await reader.read()
    await signOut(services, admin.person)
    vi.advanceTimersByTime(10 * secondMs)
    expect(await reader.read()).toEqual({ done: true, value: undefined })
  })

  it('sends a heartbeat after 25 seconds without an event', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const reader = readerOf(await open())
    await reader.read()
    vi.advanceTimersByTime(25 * secondMs)
    expect((await reader.read()).value).toBe(': heartbeat\n\n')
    await reader.cancel()
  })

  it('tells of a call within a second, of which the database has a quarter', () => {
    expect(writeDelayMs + pollMs).toBeLessThanOrEqual(750)
  })

  it('is refused to agents, without a session, and for a key that the user may not manage', async () => {
    const others = await makeTestKey(services, { role: 'owner' })
    expect((await open(key.id, await signIn('agent'))).status).toBe(403)
    expect((await open(key.id, { ...admin, cookieHeader: '' })).status).toBe(401)
    expect((await open(others.id)).status).toBe(404)
  })
})

describe('the number of streams', () => {
  const refusal = {
    status: 429,
    headers: { ...commonHeaders, 'retry-after': '10' },
    body: refusalBody(
      'too_many_requests',
      'Too many failed or open requests. Try again after the time in Retry-After.',
    ),
  }

  it('is limited per user, and an ended one makes room', async () => {
    const responses = await openAll(admin)
    expect(statusesOf(responses)).toEqual(Array(maxStreamsPerUser).fill(200))
    expect(await show(await open())).toEqual(refusal)
    const other = await open(key.id, await signIn('admin'))
    expect(other.status).toBe(200)
    await responses[0]?.body?.cancel()
    const again = await open()
    expect(again.status).toBe(200)
    for (const { body } of [...responses.slice(1), other, again]) await body?.cancel()
  })

  it('is limited per process, and an ended one makes room', async () => {
    const admins = await Promise.all(Array.from({ length: maxStreams / maxStreamsPerUser }, () => signIn('admin')))
    const responses = (await Promise.all(admins.map(openAll))).flat()
    expect(statusesOf(responses)).toEqual(Array(maxStreams).fill(200))
    expect(await show(await open())).toEqual(refusal)
    await responses[0]?.body?.cancel()
    const again = await open()
    expect(again.status).toBe(200)
    for (const { body } of [...responses.slice(1), again]) await body?.cancel()
  })

  it('does not count HEAD', async () => {
    const responses = await Promise.all(
      Array.from({ length: maxStreamsPerUser + 1 }, () => open(key.id, admin, 'HEAD')),
    )
    expect(statusesOf(responses)).toEqual(Array(maxStreamsPerUser + 1).fill(200))
    expect(responses.map(({ body }) => body)).toEqual(Array(maxStreamsPerUser + 1).fill(null))
  })

  it('does not count clients that have gone, even before the response', async () => {
    const front = await openFront({})
    services = front.services
    key = await makeTestKey(services)
    admin = await signIn('admin')
    const target = {
      host: '127.0.0.1',
      port: front.port,
      path: `/users-and-access/keys/${key.id}/live`,
      headers: { host: 'login.example.com', cookie: admin.cookieHeader },
    }
    for (let gone = 0; gone < 2 * maxStreamsPerUser; gone++) {
      const request = sendRequest(target).on('error', () => undefined)
      await new Promise<void>((resolve) => request.end(resolve))
      request.destroy()
    }
    await expect.poll(() => services.logLines.filter((line) => line.includes('"aborted"')).length).toBe(10)
    await expect.poll(async () => statusesOf(await openAll(admin))).toEqual(Array(maxStreamsPerUser).fill(200))
  })
})
