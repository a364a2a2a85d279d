import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { retentionMs, stoppedAfterMs } from '#lib/domain/accounts/account-imports/account-import.ts'
import { exportRejectedRows } from '#lib/domain/accounts/account-imports/export-rejected-rows.ts'
import { reviewAccountImport } from '#lib/domain/accounts/account-imports/review-account-import.ts'
import {
  findAccountImport,
  runAccountImport,
  uploadAccountImport,
} from '#lib/domain/accounts/account-imports/run-account-import.ts'
import { listAccounts } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { insertUser, personOf } from '#lib/testing/people.ts'
import { meetAfter } from '#lib/testing/rendezvous.ts'
import { sweep } from '#lib/testing/sweep.ts'
import { openTestServices, type TestServices, testEngine } from '#lib/testing/test-services.ts'

function numbered(count: number): string {
  return `id,name\n${Array.from({ length: count }, (_, index) => `id-${index},Account ${index}\n`).join('')}`
}

describe('an uploaded import', () => {
  let services: TestServices
  let admin: PortalUser

  beforeEach(async () => {
    services = await openTestServices()
    admin = personOf(services, await insertUser(services, { role: 'admin' }))
  })

  function upload(text: string, person = admin) {
    return uploadAccountImport(services, person, { fileName: 'accounts.csv', bytes: Buffer.from(text) })
  }

  it('is checked, reviewed and then run', async () => {
    const id = await upload('id,name,City\na,A,Graz\nb b,B,Linz\n')
    const checked = {
      id,
      fileName: 'accounts.csv',
      rows: 1,
      badRows: 1,
      done: 0,
      counts: { created: 0, updated: 0, unchanged: 0 },
      uploadedAt: services.clock.now(),
      state: 'checked',
    }
    expect(await findAccountImport(services, admin, id)).toEqual(checked)
    expect(await reviewAccountImport(services, admin, id)).toEqual({
      expected: { created: 1, updated: 0, unchanged: 0 },
      changes: [],
      badRows: [{ line: 3, id: 'b b', problems: { id: 'malformed' } }],
      unusedColumns: ['City'],
    })
    expect((await listAccounts(services, admin, {})).accounts).toEqual([])
    await expect(runAccountImport(services, admin, { id, skipBad: false })).rejects.toMatchObject({
      code: 'input_invalid',
      fields: { file: 'bad_rows' },
    })
    const finished = { ...checked, done: 1, counts: { created: 1, updated: 0, unchanged: 0 }, state: 'finished' }
    expect(await runAccountImport(services, admin, { id, skipBad: true })).toEqual(finished)
    expect(await runAccountImport(services, admin, { id, skipBad: true })).toEqual(finished)
  })

  it('runs after a recent confirmation only', async () => {
    const late = { ...admin, confirmedAt: admin.confirmedAt - confirmationMs }
    const id = await upload(numbered(1), late)
    const refused = { code: 'confirmation_required' }
    await expect(runAccountImport(services, late, { id, skipBad: false })).rejects.toMatchObject(refused)
    expect((await listAccounts(services, admin, {})).accounts).toEqual([])
    const inTime = { ...late, confirmedAt: late.confirmedAt + 1 }
    expect(await runAccountImport(services, inTime, { id, skipBad: false })).toMatchObject({ state: 'finished' })
  })

  it('continues after an interruption and counts every row once', async () => {
    const id = await upload(numbered(1_200))
    const goOn = await breakOffAt(500)
    await expect(runAccountImport(services, admin, { id, skipBad: false })).rejects.toThrow('the disk is gone')
    expect(await findAccountImport(services, admin, id)).toMatchObject({ state: 'running', done: 500 })
    services.clock.advance(stoppedAfterMs - 1)
    expect((await findAccountImport(services, admin, id))?.state).toBe('running')
    services.clock.advance(1)
    expect((await findAccountImport(services, admin, id))?.state).toBe('stopped')
    expect(await services.db.selectFrom('accounts').select('id').execute()).toHaveLength(500)
    await goOn()
    expect(await runAccountImport(services, admin, { id, skipBad: false })).toMatchObject({
      state: 'finished',
      done: 1_200,
      counts: { created: 1_200, updated: 0, unchanged: 0 },
    })
  })

  it('run twice concurrently does the work once', async () => {
    const id = await upload(numbered(2_000))
    const runs = [1, 2, 3].map(() => runAccountImport(services, admin, { id, skipBad: false }))
    const outcomes = (await Promise.allSettled(runs)).map((run) =>
      run.status === 'fulfilled' ? run.value.state : run.reason.code,
    )
    expect(outcomes.sort()).toEqual(['conflict', 'conflict', 'finished'])
    expect(await findAccountImport(services, admin, id)).toMatchObject({
      done: 2_000,
      counts: { created: 2_000, updated: 0, unchanged: 0 },
    })
  })

  it('run beside another import of the same accounts counts its own changes', async () => {
    const other = personOf(services, await insertUser(services, { role: 'owner' }))
    const text = numbered(500)
    const [head, ...lines] = text.trimEnd().split('\n')
    const ids = [await upload(text), await upload([head, ...lines.toReversed()].join('\n'), other)] as const
    const meeting = meetAfter(services, /^select .* from "accounts"/)
    const runs = await Promise.all([
      runAccountImport(meeting, admin, { id: ids[0], skipBad: false }),
      runAccountImport(meeting, other, { id: ids[1], skipBad: false }),
    ])
    const counts = runs.map((run) => run.counts).toSorted((one, two) => one.created - two.created)
    expect(counts).toEqual([
      { created: 0, updated: 0, unchanged: 500 },
      { created: 500, updated: 0, unchanged: 0 },
    ])
  })

  it('uploaded twice concurrently is kept once', async () => {
    const meeting = meetAfter(services, /^delete from "account_imports"/)
    const bytes = Buffer.from(numbered(1))
    await Promise.all([1, 2].map(() => uploadAccountImport(meeting, admin, { fileName: 'a.csv', bytes })))
    expect(await services.db.selectFrom('account_imports').select('id').execute()).toHaveLength(1)
  })

  it('is not kept if the file is unreadable', async () => {
    await expect(upload('name\nA\n')).rejects.toMatchObject({ fields: { file: 'column_missing' } })
    expect(await services.db.selectFrom('account_imports').select('id').execute()).toEqual([])
  })

  it("is replaced by the user's next file", async () => {
    const first = await upload(numbered(1))
    const second = await upload(numbered(2))
    expect(await findAccountImport(services, admin, first)).toBeUndefined()
    await runAccountImport(services, admin, { id: second, skipBad: false })
    const other = personOf(services, await insertUser(services, { role: 'owner' }))
    await upload(numbered(1), other)
    await upload(numbered(3))
    expect((await findAccountImport(services, admin, second))?.state).toBe('finished')
  })

  it('is deleted a day after its last step, to the millisecond', async () => {
    const left = await upload(numbered(1))
    const other = personOf(services, await insertUser(services, { role: 'owner' }))
    const imported = await upload(numbered(1), other)
    services.clock.advance(retentionMs - 1)
    const confirmed = { ...other, confirmedAt: services.clock.now() }
    await runAccountImport(services, confirmed, { id: imported, skipBad: false })
    expect(await sweep(services)).toEqual({})
    services.clock.advance(1)
    expect(await sweep(services)).toEqual({ account_imports: 1 })
    expect(await findAccountImport(services, admin, left)).toBeUndefined()
    services.clock.advance(retentionMs - 2)
    expect(await sweep(services)).toEqual({})
    services.clock.advance(1)
    expect(await sweep(services)).toEqual({ account_imports: 1 })
  })

  it('keeps no copy of the file after the import', async () => {
    const id = await upload(numbered(1))
    await runAccountImport(services, admin, { id, skipBad: false })
    expect(await services.db.selectFrom('account_imports').select('content').execute()).toEqual([{ content: '' }])
  })

  it('is hidden from other users, including managers', async () => {
    const id = await upload(numbered(1))
    const other = personOf(services, await insertUser(services, { role: 'owner' }))
    expect(await findAccountImport(services, other, id)).toBeUndefined()
    await expectRefusals(other, 'not_found')
    const agent: PortalUser = { ...admin, role: 'agent' }
    await expect(findAccountImport(services, agent, id)).rejects.toMatchObject({ code: 'forbidden' })
    await expectRefusals(agent, 'forbidden')
    await expect(upload(numbered(1), { ...admin, role: 'agent' })).rejects.toMatchObject({ code: 'forbidden' })

    async function expectRefusals(person: PortalUser, code: string) {
      await expect(reviewAccountImport(services, person, id)).rejects.toMatchObject({ code })
      const download = exportRejectedRows(services, person, { id, toReason: () => '' })
      await expect(download).rejects.toMatchObject({ code })
      await expect(runAccountImport(services, person, { id, skipBad: false })).rejects.toMatchObject({ code })
    }
  })

  /** Lets the database refuse every account beyond the first `count`, until the function it returns is called. */
  async function breakOffAt(count: number): Promise<() => Promise<void>> {
    const isFull = `(select count(*) from accounts) >= ${count}`
    const onSqlite = `create trigger stop before insert on accounts when ${isFull}
      begin select raise(abort, 'the disk is gone'); end`
    const onPostgres = [
      `create function stop() returns trigger language plpgsql as $$
        begin if ${isFull} then raise exception 'the disk is gone'; end if; return new; end $$`,
      'create trigger stop before insert on accounts for each row execute function stop()',
    ]
    const isSqlite = testEngine() === 'sqlite'
    for (const text of isSqlite ? [onSqlite] : onPostgres) await sql.raw(text).execute(services.db)
    return async () => {
      await sql.raw(isSqlite ? 'drop trigger stop' : 'drop function stop() cascade').execute(services.db)
    }
  }
})
