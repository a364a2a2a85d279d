import { beforeEach, describe, expect, it } from 'vitest'
import { checkJournal } from '#lib/domain/events/journal/check-journal.ts'
import { addCheckpointWhenDue } from '#lib/domain/events/journal/checkpoint.ts'
import { deleteOldEvents } from '#lib/domain/events/journal/delete-old-events.ts'
import { exportJournal } from '#lib/domain/events/journal/export-journal.ts'
import { sealEvents } from '#lib/domain/events/journal/seal-events.ts'
import { startSealer } from '#lib/domain/events/journal/start-sealer.ts'
import { findHead } from '#lib/domain/events/journal/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function record(count: number, details: Readonly<Record<string, string>> = {}): Promise<void> {
  await services.db.transaction().execute(async (trx) => {
    const subject = { kind: 'account', id: 'acme', name: 'Acme' } as const
    for (let n = 0; n < count; n++) await recordEvent(trx, root, { kind: 'account.updated', subject, details })
  })
}

const listSeqs = async () =>
  (await services.db.selectFrom('journal_entries').select('seq').orderBy('seq').execute()).map(({ seq }) => seq)
const countUnsealed = async () => (await services.db.selectFrom('unsealed_events').select('event_id').execute()).length
const oneTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

describe('sealing', () => {
  it('gives every event the next number, and leaves none unsealed', async () => {
    await record(7)
    expect(await sealEvents(services, 5)).toBe(5)
    expect(await sealEvents(services, 5)).toBe(2)
    expect(await sealEvents(services, 5)).toBe(0)
    expect(await listSeqs()).toEqual(oneTo(7))
    expect(await countUnsealed()).toBe(0)
    expect(await checkJournal(services, root, undefined)).toMatchObject({ from: 1, to: 7 })
  })

  it('takes the oldest event first, whatever its ID', async () => {
    const start = services.clock.now()
    for (const at of [start + 2, start, start + 1]) {
      services.clock.set(at)
      await record(1)
    }
    await sealEvents(services)
    const rows = await services.db
      .selectFrom('journal_entries')
      .innerJoin('audit_events', 'audit_events.id', 'journal_entries.event_id')
      .select('at')
      .orderBy('seq')
      .execute()
    expect(rows.map(({ at }) => at)).toEqual([start, start + 1, start + 2])
  })

  it('by twenty at once leaves neither a gap nor a fork', async () => {
    await record(100)
    for (let total = 0; total < 100; ) {
      const sealed = await Promise.all(Array.from({ length: 20 }, () => sealEvents(services, 10)))
      total += sealed.reduce((sum, count) => sum + count, 0)
    }
    expect(await listSeqs()).toEqual(oneTo(100))
    const ids = await services.db.selectFrom('journal_entries').select('event_id').distinct().execute()
    expect(ids).toHaveLength(100)
    expect(await checkJournal(services, root, undefined)).toMatchObject({ to: 100 })
  })

  it('seals an event that was rolled back never', async () => {
    const failing = services.db.transaction().execute(async (trx) => {
      const subject = { kind: 'account', id: 'acme', name: 'Acme' } as const
      await recordEvent(trx, root, { kind: 'account.updated', subject })
      throw new Error('changed its mind')
    })
    await expect(failing).rejects.toThrow('changed its mind')
    expect(await sealEvents(services)).toBe(0)
  })

  it('is not stopped by a lone surrogate, or by details that somebody has broken', async () => {
    await record(1, { name: 'half \ud83d' })
    await record(2)
    const [event] = await services.db.selectFrom('audit_events').select('id').limit(1).execute()
    await services.db
      .updateTable('audit_events')
      .set({ details: '{', kind: 'never.heard' })
      .where('id', '=', event?.id ?? '')
      .execute()
    expect(await sealEvents(services)).toBe(3)
    expect(await checkJournal(services, root, undefined)).toMatchObject({ to: 3 })
  })

  it('runs beside the requests of a process until it is stopped', async () => {
    const sealer = startSealer(services, { intervalMs: 5, failedMs: 5 })
    await record(1_200)
    await expect.poll(async () => (await findHead(services.db)).seq).toBe(1_200)
    await sealer.stop()
    await record(1)
    expect(await countUnsealed()).toBe(1)
    expect(await services.db.selectFrom('journal_checkpoints').select('seq').execute()).not.toEqual([])
  })
})

describe('a checkpoint', () => {
  const listCheckpoints = async () =>
    (await services.db.selectFrom('journal_checkpoints').select('seq').orderBy('seq').execute()).map(({ seq }) => seq)

  it('follows the first entries, then after an hour with new ones', async () => {
    await addCheckpointWhenDue(services)
    expect(await listCheckpoints()).toEqual([])
    for (const [byMs, expected] of [
      [0, [1]],
      [3_599_999, [1]],
      [1, [1, 3]],
    ] as const) {
      services.clock.advance(byMs)
      await record(1)
      await sealEvents(services)
      await addCheckpointWhenDue(services)
      expect(await listCheckpoints()).toEqual(expected)
    }
    services.clock.advance(dayMs)
    await addCheckpointWhenDue(services)
    expect(await listCheckpoints()).toEqual([1, 3])
  })

  it('follows ten thousand entries', async () => {
    await record(1)
    await sealEvents(services)
    await addCheckpointWhenDue(services)
    const rows = oneTo(10_000).map((n) => ({ seq: n + 1, event_id: `evt_${n}`, hash: 'a'.repeat(64) }))
    for (let n = 0; n < rows.length; n += 5_000) {
      const values = rows.slice(n, n + 5_000)
      const [last] = n === 0 ? values.splice(-1) : []
      await services.db.insertInto('journal_entries').values(values).execute()
      await addCheckpointWhenDue(services)
      expect(await listCheckpoints()).toEqual(n === 0 ? [1] : [1, 10_001])
      if (last) await services.db.insertInto('journal_entries').values(last).execute()
    }
  })
})

describe('retention', () => {
  const remove = (limit = 100) => deleteOldEvents(services.db, dayMs, limit)

  it('removes a prefix, and the rest still follows from it', async () => {
    await record(5)
    await sealEvents(services)
    services.clock.advance(dayMs)
    await record(3)
    expect([await remove(2), await remove(2), await remove(2), await remove(2)]).toEqual([3, 2, 0, 0])
    await sealEvents(services)
    expect(await listSeqs()).toEqual([5, 6, 7, 8])
    expect(await checkJournal(services, root, undefined)).toMatchObject({ from: 6, to: 8 })
  })

  it('never a middle: an old event that was sealed late waits for those before it', async () => {
    const start = services.clock.now()
    services.clock.advance(1_000)
    await record(1)
    await sealEvents(services)
    services.clock.set(start)
    await record(1)
    await sealEvents(services)
    services.clock.set(start + dayMs)
    expect(await remove()).toBe(0)
    services.clock.advance(1_000)
    expect(await remove()).toBe(2)
    expect(await findHead(services.db)).toMatchObject({ seq: 2 })
  })
})

describe('an export', () => {
  it('is refused to agents, and beyond what there is', async () => {
    const agent = personOf(services, await insertUser(services, { role: 'agent' }))
    await record(1)
    await sealEvents(services)
    await expect(exportJournal(services, agent)).rejects.toMatchObject({
      code: 'forbidden',
    })
    for (const range of [{ to: 3 }, { from: 4 }, { from: 0 }, { from: 3, to: 1 }]) {
      await expect(exportJournal(services, root, range)).rejects.toMatchObject({
        code: 'invalid_request',
        description: 'The journal has the entries 1 to 2.',
      })
    }
  })
})
