import { beforeEach, describe, expect, it } from 'vitest'
import { exportEvents, toCsv } from '#lib/domain/events/activity/export-events.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

async function record(name: string, details: Record<string, string> = {}): Promise<void> {
  const subject = { kind: 'account', id: 'acme', name } as const
  await services.db
    .transaction()
    .execute((trx) => recordEvent(trx, root, { kind: 'account.created', subject, accountId: 'acme', details }))
}

async function read<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of stream) all.push(one)
  return all
}

describe('the export of audit events', () => {
  it('has a header and one line per event, newest first', async () => {
    await record('First')
    services.clock.advance(1_000)
    await record('Second', { from: 'a, "quoted" list' })
    const lines = await read(toCsv(exportEvents(services, root, {})))
    expect(lines.map((line) => line.replace(/evt_\w+/, 'evt_…'))).toEqual([
      'at,kind,actor_kind,actor_id,actor_name,subject_kind,subject_id,subject_name,account_id,address,request_id,details,id\r\n',
      '2026-11-21T12:00:01.000Z,account.created,operator,,root,account,acme,Second,acme,command line,req_operator,"{""from"":""a, \\""quoted\\"" list""}",evt_…\r\n',
      '2026-11-21T12:00:00.000Z,account.created,operator,,root,account,acme,First,acme,command line,req_operator,{},evt_…\r\n',
    ])
  })

  it('reads more events than one page, without those written meanwhile', async () => {
    for (let number = 0; number < 1_203; number++) await record(`Account ${number}`)
    const names = new Set<string>()
    for await (const event of exportEvents(services, root, {})) {
      if (names.size === 0) {
        services.clock.advance(1)
        await record('Too late')
      }
      names.add(event.subject.name)
    }
    expect(names.size).toBe(1_203)
    expect(names.has('Too late')).toBe(false)
  })

  it('follows the filter', async () => {
    await record('Acme')
    expect(await read(exportEvents(services, root, { accountId: 'other' }))).toEqual([])
  })

  it('is refused before any event is read', () => {
    const visitor = { kind: 'visitor', address: '192.0.2.7', requestId: 'req_1' } as const
    expect(() => exportEvents(services, visitor, {})).toThrowError(expect.objectContaining({ code: 'forbidden' }))
  })
})
