import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { findAccountImport, uploadAccountImport } from '#lib/domain/accounts/account-imports/run-account-import.ts'
import { advanceImport } from '#lib/domain/accounts/account-imports/store.ts'
import { sealEvents } from '#lib/domain/events/journal/seal-events.ts'
import { handOverKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { findLinkedHandOver } from '#lib/domain/keys/hand-over/read-hand-over.ts'
import { takeHandOver } from '#lib/domain/keys/hand-over/take-hand-over.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { deactivateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { setPassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { findFailures, reserveFailure } from '#lib/domain/sign-in/portal-sessions/sign-in-failures-store.ts'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'
import { listSweeps } from '#lib/server/maintenance/sweeps.ts'
import { goodPassword, insertUser, personOf, root, visitor } from '#lib/testing/people.ts'
import { explain } from '#lib/testing/query-plans.ts'
import { sweep } from '#lib/testing/sweep.ts'
import { crmOrigin, makeTestProgram, postGrant } from '#lib/testing/test-grants.ts'
import {
  issueTestTokens,
  makeTestKey,
  postToken,
  readTokens,
  refreshFields,
  type TestKey,
} from '#lib/testing/test-programs.ts'
import { onlyOn, openTestServices, type TestServices, testEngine, testStart } from '#lib/testing/test-services.ts'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices({ ACCESS_TOKEN_SECONDS: '86400' })
})

/** Moves to this instant after the start and sweeps. */
async function sweepAt(sinceStartMs: number): Promise<unknown> {
  services.clock.set(testStart + sinceStartMs)
  return sweep(services)
}

describe('a refresh family', () => {
  let key: TestKey
  beforeEach(async () => {
    key = await makeTestKey(services)
  })

  it('is swept a day and an hour after it was idle for too long', async () => {
    await issueTestTokens(key)
    const end = 14 * dayMs + dayMs + hourMs
    expect(await sweepAt(end - 1)).toEqual({})
    expect(await sweepAt(end)).toEqual({ refresh_families: 1 })
  })

  it('is swept a day and an hour after its absolute end, to which it was used', async () => {
    let { refreshToken } = await issueTestTokens(key)
    for (let day = 13; day < 90; day += 13) {
      services.clock.set(testStart + day * dayMs)
      refreshToken = (await readTokens(await postToken(refreshFields(key.email, refreshToken)))).refreshToken
    }
    const end = 90 * dayMs + dayMs + hourMs
    expect(await sweepAt(end - 1)).toEqual({})
    expect(await sweepAt(end)).toEqual({ refresh_families: 1 })
  })

  it('is swept a day and an hour after it was revoked', async () => {
    await issueTestTokens(key)
    services.clock.advance(7)
    await deactivateUser(services, root, key.ownerId)
    expect(await sweepAt(7 + dayMs + hourMs - 1)).toEqual({})
    expect(await sweepAt(7 + dayMs + hourMs)).toEqual({ refresh_families: 1 })
  })

  it('is kept while its last access token is good, to that one’s end', async () => {
    const program = await makeTestProgram(services)
    await services.db
      .updateTable('refresh_families')
      .set({ expires_at: testStart + 1, idle_expires_at: testStart + 1 })
      .execute()
    const ask = () => postGrant(program.accessToken, { accountId: 'acme', backUrl: crmOrigin })
    await sweepAt(dayMs - 1)
    expect((await ask()).status).toBe(200)
    await sweepAt(dayMs)
    expect((await ask()).status).toBe(401)
  })
})

describe('a password link', () => {
  it('is swept when it expires, used or not', async () => {
    for (const user of [await insertUser(services), await insertUser(services)]) {
      await createSetPasswordLink(services, root, user.id)
    }
    const { url } = await createSetPasswordLink(services, root, (await insertUser(services)).id)
    const token = new URL(url).searchParams.get('token') ?? ''
    await setPassword(services, visitor, { token, password: goodPassword })
    expect(await sweepAt(3 * dayMs - 1)).toEqual({})
    expect(await sweepAt(3 * dayMs)).toEqual({ password_links: 3 })
  })
})

describe('a hand-over', () => {
  it('is swept 90 days after its link expired: until then the link tells what became of it', async () => {
    const { id: keyId } = await makeTestKey(services)
    const token = new URL((await handOverKey(services, root, { keyId })).url).searchParams.get('token') ?? ''
    await takeHandOver(services, visitor, token)
    expect(await sweepAt(93 * dayMs - 1)).not.toHaveProperty('hand_overs')
    expect((await findLinkedHandOver(services, token))?.state).toBe('used')
    expect(await sweepAt(93 * dayMs)).toEqual({ hand_overs: 1 })
    expect(await findLinkedHandOver(services, token)).toBeUndefined()
  })
})

describe('what was audited', () => {
  it('is kept for ever', async () => {
    await insertUser(services)
    expect(await sweepAt(100 * 365 * dayMs)).toEqual({})
  })

  it('is kept until it is sealed, and for as many days as the operator says, to the millisecond', async () => {
    await insertUser(services)
    services.clock.advance(1)
    await insertUser(services)
    const env = { ...services.env, auditRetentionDays: 30 }
    await sealEvents(services)
    services.clock.set(testStart + 30 * dayMs - 1)
    expect(await sweep({ ...services, env })).toEqual({})
    services.clock.advance(1)
    expect(await sweep({ ...services, env })).toEqual({ audit_events: 1 })
    expect(await services.db.selectFrom('audit_events').select('at').execute()).toEqual([{ at: testStart + 1 }])
    await insertUser(services)
    services.clock.advance(31 * dayMs)
    expect(await sweep({ ...services, env })).toEqual({ audit_events: 1 })
    const unsealedAt = testStart + 30 * dayMs
    expect(await services.db.selectFrom('audit_events').select('at').execute()).toEqual([{ at: unsealedAt }])
  })
})

// The embedded database has one writer: nothing changes there while a statement runs.
describe('a row that somebody takes up while it is being swept stays', onlyOn('postgres'), () => {
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'delete%'
    `.execute(services.db)
    return rows.length > 0
  }

  it('a count of failures, with a new window', async () => {
    await reserveFailure(services.db, 'subject', 10)
    services.clock.advance(dayMs)
    const sweeping = await services.db.transaction().execute(async (trx) => {
      await reserveFailure(trx, 'subject', 10)
      const begun = sweep(services)
      await expect.poll(isWaiting).toBe(true)
      return { begun }
    })
    expect(await sweeping.begun).toEqual({})
    expect(await findFailures(services.db, ['subject'])).toMatchObject([{ failures: 1 }])
  })

  it('an import that goes on', async () => {
    const person = personOf(services, await insertUser(services, { role: 'owner' }))
    const id = await uploadAccountImport(services, person, { fileName: 'a.csv', bytes: Buffer.from('id,name\na,A\n') })
    services.clock.advance(dayMs)
    const counts = { created: 1, updated: 0, unchanged: 0 }
    const sweeping = await services.db.transaction().execute(async (trx) => {
      await advanceImport(trx, id, { from: 0, to: 1, counts })
      const begun = sweep(services)
      await expect.poll(isWaiting).toBe(true)
      return { begun }
    })
    expect(await sweeping.begun).toEqual({})
    expect((await findAccountImport(services, person, id))?.counts).toEqual(counts)
  })
})

describe('the statement that sweeps', () => {
  const names = listSweeps({ auditRetentionDays: 30 }).map(({ name }) => name)

  // There is a handful of signing keys at most. Events are found by the journal.
  it.each(names.filter((name) => name !== 'signing_keys' && name !== 'audit_events'))(
    '%s finds its rows by an index',
    async (name) => {
      const found = listSweeps({ auditRetentionDays: 30 }).find((candidate) => candidate.name === name)
      const [plan = ''] = await explain(services.db, async (db) => found?.deleteBatch(db, 500))
      if (testEngine() === 'sqlite') {
        expect(plan).toMatch(/SEARCH \w+ USING (COVERING )?INDEX \w+_by_\w+ \([^)]+<\?\)/)
        expect(plan).not.toMatch(/^SCAN|TEMP B-TREE/m)
      } else {
        expect(plan).toMatch(/Index (Only )?Scan using \w+_by_\w+ on \w+(?: \w+)? {2}\(.*\n +Index Cond: \(.*<= /)
        expect(plan).not.toContain('Seq Scan')
      }
    },
  )
})
