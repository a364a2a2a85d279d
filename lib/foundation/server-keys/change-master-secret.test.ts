import { beforeEach, describe, expect, it } from 'vitest'
import { readAccountSession } from '#lib/domain/accounts/account-sessions/read-account-session.ts'
import type { User } from '#lib/domain/people/users/user.ts'
import { installServices } from '#lib/foundation/services.ts'
import { dayMs, secondMs } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import { checkMasterSecret } from '#lib/server/diagnostics/check-keys.ts'
import type { CheckResult } from '#lib/server/diagnostics/check-result.ts'
import { testContext } from '#lib/testing/call-endpoint.ts'
import { openTestAccount } from '#lib/testing/open-accounts.ts'
import { insertUser, type SignedIn, signInAs } from '#lib/testing/people.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { addTestProgram, issueLink, makeTestProgram, type TestProgram } from '#lib/testing/test-grants.ts'
import {
  clientFields,
  issueTestTokens,
  makeTestKey,
  postToken,
  readTokens,
  refreshFields,
  type TokenAnswer,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'
import { readAccountCredential } from '#lib/web/cookies/account-cookie.ts'
import { readSignedInUser } from '#lib/web/cookies/read-signed-in-user.ts'

const old = testSecret
const next = 'the next master secret of 32 characters and more'

/** An instance as it starts with these secrets, on the database of the first one. */
let first: TestServices
async function start(...secrets: string[]): Promise<TestServices> {
  const started = await openTestServices({ DATA_DIR: first.env.dataDir, LATCHKEY_SECRET: secrets.join(',') })
  started.clock.set(first.clock.now())
  return started
}

/** Everything that a user and a client hold from before, to use again at another instance. */
type Holdings = { user: User; program: TestProgram; refreshToken: string; browser: TestBrowser; signedIn: SignedIn }

async function acquire(at: TestServices, program: TestProgram): Promise<Holdings> {
  installServices(at)
  const user = program.owner
  const fields = clientFields({ id: program.keyId, secret: program.secret })
  const { accessToken, refreshToken } = await readTokens(await postToken(fields))
  const browser = new TestBrowser()
  expect((await browser.open((await issueLink({ ...program, accessToken })).href)).status).toBe(303)
  return { user, program, refreshToken, browser, signedIn: await signInAs(at, user) }
}

async function refresh({ user, refreshToken }: Holdings): Promise<TokenAnswer> {
  return readTokens(await postToken(refreshFields(user.username, refreshToken)))
}

/** Uses everything at both instances in turn: each accepts what the other created. */
async function goOn(one: TestServices, other: TestServices, held: Holdings): Promise<void> {
  const { program, browser, signedIn } = held
  installServices(one)
  const tokens = await refresh(held)
  const byKey = await readTokens(await postToken(clientFields({ id: program.keyId, secret: program.secret })))
  const link = await issueLink({ ...program, accessToken: tokens.accessToken })

  installServices(other)
  // Presented again, as after a lost answer, it gets the same successor; with that one it goes on.
  const again = await refresh(held)
  expect(again.refreshToken).toBe(tokens.refreshToken)
  held.refreshToken = again.refreshToken
  held.refreshToken = (await refresh(held)).refreshToken
  await issueLink({ ...program, accessToken: byKey.accessToken })
  const elsewhere = new TestBrowser()
  expect((await elsewhere.open(link.href)).status).toBe(303)
  await expectOpen(one, elsewhere)
  for (const at of [one, other]) {
    await expectOpen(at, browser)
    expect(await isSignedIn(at, signedIn)).toBe(true)
  }
}

async function expectOpen(at: TestServices, browser: TestBrowser): Promise<void> {
  expect(
    await readAccountSession(at, await readAccountCredential(at, browser.cookieHeader('/accounts/acme')), 'acme'),
  ).toMatchObject({ ok: true })
}

async function isSignedIn(at: TestServices, { cookieHeader }: SignedIn): Promise<boolean> {
  return (await readSignedInUser(testContext(at), cookieHeader)) !== undefined
}

/** What the doctor says under these secrets. */
function examine(...secrets: string[]): Promise<CheckResult> {
  const variables = { DATA_DIR: first.env.dataDir, LATCHKEY_SECRET: secrets.join(',') }
  return checkMasterSecret(first.db, readEnv(variables))
}

async function masterIds(table: 'key_secrets' | 'signing_keys'): Promise<ReadonlySet<string>> {
  const rows = await first.db.selectFrom(table).select('master_id').execute()
  return new Set(rows.map((row) => row.master_id))
}

function pass(timeMs: number, ...instances: readonly TestServices[]): void {
  for (const at of [first, ...instances]) at.clock.advance(timeMs)
}

beforeEach(async () => {
  first = await openTestServices()
})

describe('changing the master secret of two instances, one after the other', () => {
  /** Holdings from every earlier moment. */
  let held: Holdings[]
  let one: TestServices
  let other: TestServices

  /** Creates holdings at both instances, and uses all of them at both. */
  async function live(): Promise<void> {
    for (const at of [one, other]) {
      installServices(at)
      const program = held.length === 0 ? await makeTestProgram(at) : await addTestProgram(at, await insertUser(at))
      held.push(await acquire(at, program))
    }
    for (const [index, each] of held.entries()) {
      if (index % 2 === 0) await goOn(one, other, each)
      else await goOn(other, one, each)
    }
    // A process rereads the signing keys within a second.
    pass(secondMs, one, other)
  }

  it('fails no key, token, link or session, until the doctor counts nothing and the old one can go', async () => {
    held = []
    one = await start(old)
    other = await start(old)
    await live()
    one = await start(old, next)
    await live()
    other = await start(old, next)
    await live()
    one = await start(next, old)
    await live()
    other = await start(next, old)
    await live()
    expect([await masterIds('key_secrets'), await masterIds('signing_keys')]).toEqual([
      new Set([one.keys.current.id]),
      new Set([one.keys.current.id]),
    ])
    expect(await examine(next, old)).toMatchObject({
      verdict: 'warn',
      sentence: expect.stringMatching(
        /^Still made with the old one: \d+ refresh tokens, \d+ open sessions\. Use or rotate .+ \(lkid_\w+\).*\. Keep/,
      ),
    })
    for (let week = 0; week < 2; week++) {
      pass(7 * dayMs, one, other)
      installServices(one)
      for (const each of held) each.refreshToken = (await refresh(each)).refreshToken
    }
    expect(await examine(next, old)).toMatchObject({ verdict: 'ok' })
    one = await start(next)
    other = await start(next)
    expect(await examine(next)).toMatchObject({ verdict: 'ok' })
    // Sessions have run out meanwhile, nothing else has.
    for (const each of held) Object.assign(each, await acquire(one, each.program), { refreshToken: each.refreshToken })
    await live()
  })
})

describe('while one instance makes with the new one, another still with the old one', () => {
  it('what is moved to the new one is not moved back', async () => {
    const key = await makeTestKey(first)
    await issueTestTokens(key)
    const old_ = await start(old, next)
    const new_ = await start(next, old)
    for (const at of [new_, old_, new_, old_]) {
      installServices(at)
      await issueTestTokens(key)
      pass(secondMs, old_, new_)
    }
    expect(await masterIds('key_secrets')).toEqual(new Set([new_.keys.current.id]))
    expect(await masterIds('signing_keys')).toEqual(new Set([new_.keys.current.id]))
  })
})

describe('a session whose master secret is gone', () => {
  it('is no matter for the doctor, while one that can still be read is', async () => {
    await signInAs(first, await insertUser(first))
    await openTestAccount(first)
    expect(await examine(next, old)).toMatchObject({
      verdict: 'warn',
      sentence:
        'Still made with the old one: 2 open sessions. Keep "new,old" until they are used, replaced or gone; "latchkey master-secret rekey" moves what is encrypted.',
    })
    await start(next, old)
    expect(await examine(next)).toMatchObject({ verdict: 'ok' })
  })
})
