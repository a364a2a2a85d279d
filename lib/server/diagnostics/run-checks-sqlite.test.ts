import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { claimIssuer } from '#lib/domain/events/journal/issuer.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import { databaseFile } from '#lib/foundation/db/database.ts'
import { deriveServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import type { CheckResult } from '#lib/server/diagnostics/check-result.ts'
import { checkSessions } from '#lib/server/diagnostics/check-sessions.ts'
import { runChecks } from '#lib/server/diagnostics/run-checks.ts'
import { addTestApp } from '#lib/testing/factors.ts'
import { goodPassword, insertUser, personOf, root } from '#lib/testing/people.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testSecret, testStart } from '#lib/testing/test-services.ts'

const otherSecret = 'another master secret of 32 characters and more'
let services: TestServices

beforeEach(async () => {
  services = await openTestServices()
})

function envWith(secret: string) {
  return readEnv({ DATA_DIR: services.env.dataDir, LATCHKEY_SECRET: secret })
}

async function find(check: string, env = services.env): Promise<CheckResult | undefined> {
  return (await runChecks(env, services.clock)).find((finding) => finding.check === check)
}

async function makeKeyUnder(masterId: string): Promise<void> {
  await makeTestKey(services)
  await services.db.updateTable('key_secrets').set({ master_id: masterId }).execute()
}

describe('examining a new installation', () => {
  it('finds everything in order but for the missing owner', async () => {
    const findings = await runChecks(services.env, services.clock)
    expect(findings.map(({ check, verdict }) => [check, verdict])).toEqual([
      ['permissions', 'ok'],
      ['disk space', expect.stringMatching(/^(ok|warn|fail)$/)],
      ['database', 'ok'],
      ['schema', 'ok'],
      ['master secret', 'ok'],
      ['signing keys', 'ok'],
      ['origin', 'ok'],
      ['owners', 'warn'],
      ['second factor', 'ok'],
      ['portal sessions', 'ok'],
      ['mails', 'ok'],
      ['sign-in providers', 'ok'],
      ['clock', 'ok'],
    ])
    for (const { sentence } of findings) expect(sentence).toMatch(/^[A-Z/0-9].*[.)\w]$/)
  })

  it('makes neither folder, database nor master secret', async () => {
    const dataDir = join(tmpdir(), 'latchkey-doctor-nowhere')
    const findings = await runChecks(readEnv({ DATA_DIR: dataDir }), services.clock)
    expect(findings).toEqual([
      {
        check: 'database',
        verdict: 'fail',
        sentence: `There is none in ${dataDir}: check DATA_DIR, or start the server once.`,
      },
    ])
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('examining the lifetime of portal sessions', () => {
  it.each([
    [{}, 'They last 480 minutes unused and 168 hours in all. For NIST AAL2, set'],
    [{ PORTAL_IDLE_MINUTES: '60' }, 'They last 60 minutes unused and 168 hours in all. For NIST AAL2, set'],
    [{ PORTAL_ABSOLUTE_HOURS: '24' }, 'They last 480 minutes unused and 24 hours in all. For NIST AAL2, set'],
    [
      { PORTAL_IDLE_MINUTES: '60', PORTAL_ABSOLUTE_HOURS: '24' },
      'They last 60 minutes unused and 24 hours in all, as NIST AAL2 allows.',
    ],
  ])('%j', (variables, sentence) => {
    expect(checkSessions(readEnv(variables))).toEqual({
      check: 'portal sessions',
      verdict: 'ok',
      sentence: expect.stringContaining(sentence),
    })
  })
})

describe('examining the origin', () => {
  it('warns of a BASE_URL that is not the one of the last start', async () => {
    await claimIssuer(services)
    expect(await find('origin')).toMatchObject({ verdict: 'ok', sentence: `URLs begin with ${testBaseUrl}.` })
    expect(await find('origin', { ...services.env, baseUrl: 'http://localhost:3000' })).toMatchObject({
      verdict: 'warn',
      sentence: `The server last started with BASE_URL ${testBaseUrl}, and commands use that. Here it is http://localhost:3000: give commands the server's variables.`,
    })
  })
})

describe('examining permissions', () => {
  it('warns of a folder that others can enter', async () => {
    chmodSync(services.env.dataDir, 0o755)
    expect(await find('permissions')).toMatchObject({ verdict: 'warn', sentence: expect.stringContaining('chmod 700') })
  })

  it('fails for a master secret that others can read', async () => {
    const file = join(services.env.dataDir, 'master-secret')
    writeFileSync(file, `${testSecret}\n`)
    chmodSync(file, 0o644)
    const env = readEnv({ DATA_DIR: services.env.dataDir })
    expect(await find('permissions', env)).toMatchObject({
      verdict: 'fail',
      sentence: expect.stringContaining('chmod 600'),
    })
  })
})

describe('examining the database', () => {
  it('fails for a file that is no database', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-doctor-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    writeFileSync(databaseFile(dataDir), 'x'.repeat(5_000))
    expect(await find('database', readEnv({ DATA_DIR: dataDir }))).toMatchObject({ verdict: 'fail' })
  })

  it('fails for a schema that is behind, and looks no further', async () => {
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(services.db)
    const findings = await runChecks(services.env, services.clock)
    expect(findings.at(-1)).toEqual({
      check: 'schema',
      verdict: 'fail',
      sentence: '1 step behind: run latchkey migrate.',
    })
  })
})

describe('examining the master secret', () => {
  const current = deriveServerKeys([testSecret]).current.id
  const other = deriveServerKeys([otherSecret]).current.id

  it('is content while everything was made with the current one', async () => {
    await makeKeyUnder(current)
    expect(await find('master secret')).toMatchObject({ verdict: 'ok' })
  })

  it('counts what still needs the old one', async () => {
    await makeKeyUnder(current)
    expect(await find('master secret', envWith(`${otherSecret},${testSecret}`))).toEqual({
      check: 'master secret',
      verdict: 'warn',
      sentence: expect.stringMatching(
        /^Still made with the old one: 1 API key\. Use or rotate Test key \(lkid_\w+\)\. Keep "new,old" until they are used, replaced or gone; "latchkey master-secret rekey" moves what is encrypted\.$/,
      ),
    })
  })

  it('fails for rows whose secret is not configured', async () => {
    await makeKeyUnder(other)
    expect(await find('master secret')).toMatchObject({ verdict: 'fail' })
  })

  it('does not count revoked keys', async () => {
    await makeKeyUnder(other)
    await services.db.updateTable('api_keys').set({ revoked_at: testStart }).execute()
    expect(await find('master secret')).toMatchObject({ verdict: 'ok' })
  })

  it('fails where it is another one, or missing', async () => {
    expect(await find('master secret', envWith(otherSecret))).toMatchObject({ verdict: 'fail' })
    expect(await find('master secret', readEnv({ DATA_DIR: services.env.dataDir }))).toMatchObject({ verdict: 'fail' })
  })
})

describe('examining the signing keys', () => {
  it('has nothing to say before the first token', async () => {
    expect(await find('signing keys')).toMatchObject({ verdict: 'ok', sentence: expect.stringContaining('None yet') })
  })

  it('tells how old they are', async () => {
    await currentKeyRing(services)
    services.clock.advance(dayMs)
    expect(await find('signing keys')).toEqual({
      check: 'signing keys',
      verdict: 'ok',
      sentence: 'One has signed for 1 day; the next has been published for 1 day.',
    })
  })

  it('warns when the schedule is not kept for days', async () => {
    await currentKeyRing(services)
    services.clock.advance(93 * dayMs)
    expect(await find('signing keys')).toMatchObject({ verdict: 'ok' })
    services.clock.advance(1)
    expect(await find('signing keys')).toMatchObject({
      verdict: 'warn',
      sentence: expect.stringContaining('SIGNING_KEY_DAYS'),
    })
    const never = readEnv({ DATA_DIR: services.env.dataDir, LATCHKEY_SECRET: testSecret, SIGNING_KEY_DAYS: '0' })
    expect(await find('signing keys', never)).toMatchObject({ verdict: 'ok' })
  })
})

describe('examining second factors', () => {
  it('counts the users who lack the one that the policy requires', async () => {
    const owner = personOf(services, await insertUser(services, { role: 'owner', password: goodPassword }))
    await insertUser(services, { role: 'agent', password: goodPassword })
    const finding = { check: 'second factor', verdict: 'ok' }
    expect(await find('second factor')).toEqual({
      ...finding,
      sentence: 'The policy is "offered", and no user lacks a required one.',
    })
    await addTestApp(services, owner)
    await changePolicy(services, root, { policy: 'managers' })
    expect(await find('second factor')).toMatchObject(finding)
    await changePolicy(services, root, { policy: 'all' })
    expect(await find('second factor')).toEqual({
      ...finding,
      verdict: 'warn',
      sentence: 'The policy is "all", and 1 user must still add one: ask them to open Your account.',
    })
  })
})

describe('examining the clock', () => {
  it('fails when it was set back behind what is recorded', async () => {
    const event = { kind: 'account.created', subject: { kind: 'account', id: 'a', name: 'A' } } as const
    await services.db.transaction().execute((trx) => recordEvent(trx, root, event))
    services.clock.set(testStart - 5_000)
    expect(await find('clock')).toMatchObject({ verdict: 'ok' })
    services.clock.set(testStart - 5_001)
    expect(await find('clock')).toMatchObject({
      verdict: 'fail',
      sentence: expect.stringContaining('2026-11-21T12:00:00.000Z'),
    })
  })
})

describe('examining the file of breached passwords', () => {
  it.each([
    [`${'A'.repeat(40)}:1\n${'B'.repeat(40)}:1\n`, 'ok', 'is sorted by hash.'],
    [
      `${'B'.repeat(40)}:1\n${'A'.repeat(40)}:1\n`,
      'fail',
      'is not sorted by hash: new passwords are not looked up. Download the file again.',
    ],
  ])('finds that %j is %s', async (text, verdict, sentence) => {
    const path = join(services.env.dataDir, 'breached.txt')
    writeFileSync(path, text)
    const env = { ...services.env, breachedPasswordsFile: path }
    expect(await find('breached passwords', env)).toEqual({
      check: 'breached passwords',
      verdict,
      sentence: `${path} ${sentence}`,
    })
  })
})
