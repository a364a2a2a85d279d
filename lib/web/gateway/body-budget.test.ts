import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BodyBudget, maxNetworkBytes, maxProcessBytes, reservedForForms } from '#lib/web/gateway/body-budget.ts'
import { createRouteTable } from '#lib/web/gateway/route-table.ts'
import { bodyTimeoutMs, maxUnfinished, maxUnfinishedOfSender } from '#lib/web/gateway/unfinished-bodies.ts'
import { maxFormBytes } from '#lib/web/http/form-body.ts'

const mib = 1024 * 1024
const page = 64 * mib
const resolveRoute = createRouteTable(() => true)

function arrive(budget: BodyBudget, address: string, { maxBytes = page, pathname = '/sign-in' } = {}) {
  const request = new IncomingMessage(new Socket())
  request.headers = { 'transfer-encoding': 'chunked' }
  const response = new ServerResponse(request)
  const context = { address, requestId: 'req_1' }
  const reception = budget.open({ request, response, route: resolveRoute(pathname), context }, maxBytes)
  return {
    request,
    response,
    reception,
    send: (bytes: number) => void request.push(Buffer.alloc(bytes)),
    finish: () => {
      request.complete = true
      request.push(null)
    },
    /** Undefined as long as the body may go on. */
    cut: () => (response.headersSent ? response.statusCode : undefined),
  }
}

/** A body that has arrived. */
function arrived(budget: BodyBudget, address: string, bytes: number, options = {}) {
  const body = arrive(budget, address, options)
  body.send(bytes)
  body.finish()
  return body
}

describe('the request body budget', () => {
  it('counts nothing of a body that is only announced', () => {
    const budget = new BodyBudget()
    for (let n = 0; n < 90; n++) arrive(budget, '192.0.2.1')
    expect(arrived(budget, '192.0.2.1', maxNetworkBytes).cut()).toBeUndefined()
  })

  it('is 64 MB per process, of which 8 MB are for forms at endpoints', () => {
    const budget = new BodyBudget()
    expect([maxProcessBytes, reservedForForms]).toEqual([64 * mib, 8 * mib])
    const pages = ['192.0.2.1', '192.0.2.2'].map((network) => arrived(budget, network, 28 * mib))
    expect(pages.map(({ cut }) => cut())).toEqual([undefined, undefined])
    expect(arrived(budget, '192.0.2.3', 1).cut()).toBe(503)
    const forms = Array.from({ length: reservedForForms / maxFormBytes }, () =>
      arrived(budget, '192.0.2.3', maxFormBytes, { maxBytes: maxFormBytes }),
    )
    expect(forms.every(({ cut }) => cut() === undefined)).toBe(true)
    expect(arrived(budget, '192.0.2.4', 1, { maxBytes: maxFormBytes }).cut()).toBe(503)
  })

  it('is 32 MB per client network, so that others keep the rest', () => {
    const budget = new BodyBudget()
    expect(arrived(budget, '2001:db8::1', maxNetworkBytes).cut()).toBeUndefined()
    expect(arrived(budget, '2001:db8::ffff', 1).cut()).toBe(503)
    expect(arrived(budget, '2001:db8:0:1::1', 1).cut()).toBeUndefined()
  })

  it('releases the bytes when the response has ended, and counts none afterwards', () => {
    const budget = new BodyBudget()
    const first = arrive(budget, '192.0.2.1')
    first.send(maxNetworkBytes)
    first.response.emit('close')
    first.send(maxNetworkBytes)
    expect(arrived(budget, '192.0.2.1', maxNetworkBytes).cut()).toBeUndefined()
    expect(arrived(budget, '192.0.2.1', 1).cut()).toBe(503)
  })

  it('counts of a body what its endpoint may keep', () => {
    const budget = new BodyBudget()
    arrived(budget, '192.0.2.1', maxNetworkBytes, { maxBytes: maxFormBytes })
    expect(arrived(budget, '192.0.2.1', maxNetworkBytes - maxFormBytes).cut()).toBeUndefined()
    expect(arrived(budget, '192.0.2.1', 1).cut()).toBe(503)
  })
})

describe('where the budget is used up by bodies that have not arrived', () => {
  it('those of the same network make way, the one that has sent nothing for longest first', async () => {
    const budget = new BodyBudget()
    const [first, second, third] = [1, 2, 3].map(() => arrive(budget, '192.0.2.1'))
    const other = arrive(budget, '192.0.2.2')
    await Promise.resolve()
    other.send(20 * mib)
    first?.send(15 * mib)
    second?.send(15 * mib)
    first?.send(1)
    third?.send(3 * mib)
    expect([first, second, third, other].map((body) => body?.cut())).toEqual([undefined, 408, undefined, undefined])
  })

  it('those of any network make way for a process that is full', async () => {
    const budget = new BodyBudget()
    const bodies = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((network) => arrive(budget, network))
    await Promise.resolve()
    for (const body of bodies) body.send(25 * mib)
    expect(bodies.map(({ cut }) => cut())).toEqual([408, undefined, undefined])
    expect(arrived(budget, '192.0.2.4', 5 * mib).cut()).toBeUndefined()
  })
})

describe('unfinished bodies', () => {
  it('are at most 100 per network: the one that has sent nothing for longest is cut', async () => {
    const budget = new BodyBudget()
    const bodies = Array.from({ length: maxUnfinishedOfSender }, () => arrive(budget, '192.0.2.1'))
    await Promise.resolve()
    bodies[0]?.send(1)
    arrive(budget, '192.0.2.2')
    const last = arrive(budget, '192.0.2.1')
    await Promise.resolve()
    expect(bodies.map(({ cut }) => cut())).toEqual([undefined, 408, ...Array(98).fill(undefined)])
    expect(last.cut()).toBeUndefined()
  })

  it('do not include bodies that come with their headers', async () => {
    const budget = new BodyBudget()
    const bodies = Array.from({ length: 3 * maxUnfinishedOfSender }, () => arrived(budget, '192.0.2.1', 10))
    await Promise.resolve()
    expect(bodies.every(({ cut }) => cut() === undefined)).toBe(true)
  })

  it('are at most 2,000 per process', async () => {
    const budget = new BodyBudget()
    const bodies = Array.from({ length: maxUnfinished + 1 }, (_, n) => arrive(budget, `10.0.${n >> 8}.${n & 255}`))
    await Promise.resolve()
    expect(bodies.map(({ cut }) => cut())).toEqual([408, ...Array(maxUnfinished).fill(undefined)])
  })

  it('of a sender that the server knows are not cut for those of its network', async () => {
    const budget = new BodyBudget()
    const user = arrive(budget, '192.0.2.1')
    const program = arrive(budget, '192.0.2.1', { pathname: '/scim/v2/Users' })
    const stranger = arrive(budget, '192.0.2.1')
    await Promise.resolve()
    user.reception.trust('a browser')
    // The endpoint reads the body of an authorized client.
    program.request.pause()
    for (let n = 0; n < 2 * maxUnfinishedOfSender; n++) arrive(budget, '192.0.2.1', { pathname: '/scim/v2/Users' })
    await Promise.resolve()
    expect([user, program, stranger].map(({ cut }) => cut())).toEqual([undefined, undefined, 408])
    expect([user, stranger].map(({ reception }) => reception.isCrowded())).toEqual([true, true])
  })
})

describe('a body that is slow', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('is cut 5 seconds after its headers', async () => {
    const slow = arrive(new BodyBudget(), '192.0.2.1')
    await Promise.resolve()
    expect(bodyTimeoutMs).toBe(5_000)
    vi.advanceTimersByTime(5_000)
    slow.send(100)
    expect(slow.cut()).toBeUndefined()
    vi.advanceTimersByTime(250)
    expect(slow.cut()).toBe(408)
  })

  it('has a second more for every 8 KiB beyond 16 KiB', async () => {
    const upload = arrive(new BodyBudget(), '192.0.2.1')
    upload.request.resume()
    await Promise.resolve()
    upload.send(32 * 1024)
    await new Promise(setImmediate)
    vi.advanceTimersByTime(7_000)
    expect(upload.cut()).toBeUndefined()
    vi.advanceTimersByTime(250)
    expect(upload.cut()).toBe(408)
  })

  it('is not cut while the server lets it wait, nor an import that the server reads', async () => {
    const budget = new BodyBudget()
    const waiting = arrive(budget, '192.0.2.1')
    const imported = arrive(budget, '192.0.2.1', { pathname: '/api/v1/accounts/import' })
    const stranger = arrive(budget, '192.0.2.1', { pathname: '/api/v1/accounts/import' })
    await Promise.resolve()
    waiting.send(waiting.request.readableHighWaterMark)
    imported.request.resume()
    vi.advanceTimersByTime(60_000)
    expect([waiting, imported, stranger].map(({ cut }) => cut())).toEqual([undefined, undefined, 408])
  })

  it('is not checked any more once it has arrived', async () => {
    const budget = new BodyBudget()
    const form = arrive(budget, '192.0.2.1')
    await Promise.resolve()
    form.finish()
    vi.advanceTimersByTime(60_000)
    expect(form.cut()).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})
