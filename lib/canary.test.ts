import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportJournal } from '#lib/domain/events/journal/export-journal.ts'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { writeRefusals } from '#lib/domain/events/refusals/write-refusals.ts'
import { deliverEvents } from '#lib/domain/events/webhooks/deliver-events.ts'
import { addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { rotateSigningSecret } from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import { sendTest } from '#lib/domain/events/webhooks/send-test.ts'
import { handOverKey, handOverNewKey } from '#lib/domain/keys/hand-over/hand-over-key.ts'
import { readHandOver } from '#lib/domain/keys/hand-over/read-hand-over.ts'
import { reportHandOver } from '#lib/domain/keys/hand-over/report-hand-over.ts'
import { takeHandOver } from '#lib/domain/keys/hand-over/take-hand-over.ts'
import { readKeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { rehearseRetirement } from '#lib/domain/keys/key-rotation/rehearse-retirement.ts'
import { retireSecret } from '#lib/domain/keys/key-rotation/retire-secret.ts'
import { checkLeak } from '#lib/domain/keys/leak-desk/check-leak.ts'
import { containLeak } from '#lib/domain/keys/leak-desk/contain-leak.ts'
import { containmentOf } from '#lib/domain/keys/leak-desk/containable.ts'
import { createSetPasswordLink } from '#lib/domain/people/password-links/set-password-link.ts'
import { ensureSetUpLink, setUp } from '#lib/domain/people/password-links/set-up.ts'
import {
  addApp,
  addPasskey,
  offerApp,
  offerPasskey,
  replaceRecoveryCodes,
} from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { changePassword, setPassword } from '#lib/domain/people/user-lifecycle/set-password.ts'
import { confirmIdentity, offerPasskeyConfirmation } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import {
  enrollAppAtSignIn,
  offerAppAtSignIn,
  offerPasskeyAtSignIn,
} from '#lib/domain/sign-in/portal-sessions/enroll-at-sign-in.ts'
import { type StepHolder, signInWithCode } from '#lib/domain/sign-in/portal-sessions/second-step.ts'
import { signIn } from '#lib/domain/sign-in/portal-sessions/sign-in.ts'
import { offerPasskeySignIn, signInWithPasskey } from '#lib/domain/sign-in/portal-sessions/sign-in-with-passkey.ts'
import type { Browser } from '#lib/domain/sign-in/portal-sessions/start-session.ts'
import { hashRecoveryCode } from '#lib/domain/sign-in/recovery-codes/recovery-code.ts'
import { changePolicy } from '#lib/domain/sign-in/sign-in-policy/change-policy.ts'
import { engineOf } from '#lib/foundation/db/engine.ts'
import { listDueMails } from '#lib/foundation/mails/store.ts'
import { sha256 } from '#lib/kernel/crypto.ts'
import { backUp } from '#lib/server/backup/back-up.ts'
import { deliverMail } from '#lib/server/mail-delivery/deliver-mail.ts'
import { createScrape } from '#lib/server/metrics/create-scrape.ts'
import { createAuthenticator } from '#lib/testing/authenticator.ts'
import { callEndpoint } from '#lib/testing/call-endpoint.ts'
import { codeOf } from '#lib/testing/factors.ts'
import { goodPassword, insertUser, requireSession, root, signInAs, visitor } from '#lib/testing/people.ts'
import { startTestRotation, tryTestSecret } from '#lib/testing/rotations.ts'
import { sampleSize } from '#lib/testing/sampling.ts'
import { TestBrowser } from '#lib/testing/test-browser.ts'
import { crmOrigin, issueLink, makeTestProgram, postGrant, type TestProgram } from '#lib/testing/test-grants.ts'
import {
  basic,
  clientFields,
  makeTestKey,
  postIntrospection,
  postRevocation,
  postToken,
  readTokens,
  refreshFields,
} from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testBaseUrl, testSecret } from '#lib/testing/test-services.ts'
import { answerWith, startReceiver } from '#lib/testing/webhook-receiver.ts'
import { accountPageEndpoint } from '#lib/web/endpoints/account-page.ts'
import { rotateKeyEndpoint } from '#lib/web/endpoints/rotate-key.ts'
import { ssoEntryEndpoint } from '#lib/web/endpoints/sso-entry.ts'

/** Every secret of the run by what it is, each as it stands in a request or an answer. */
const secrets = new Map<string, string>()

let services: TestServices

beforeEach(async () => {
  secrets.clear()
  // Nothing listens: the mails with links stay.
  const mailPassword = keep('mail password', 'four-pale-pears-in-a-jar')
  const SMTP_URL = `smtp://plum:${mailPassword}@127.0.0.1:1`
  services = await openTestServices({ WEBHOOK_NETWORKS: '127.0.0.1', SMTP_URL, MAIL_FROM: 'latchkey@example.com' })
})

function keep(name: string, secret: string): string {
  expect(secret.length, name).toBeGreaterThan(8)
  secrets.set(`${name} ${secrets.size}`, secret)
  return secret
}

function keepCookies(name: string, header: string): string {
  for (const pair of header.split('; ')) keep(name, pair.slice(pair.indexOf('=') + 1))
  return header
}

/** A mistake is made on purpose: what is sent in the wrong place is a secret all the same. */
const ignore = (work: Promise<unknown>) => work.then(() => undefined).catch(() => undefined)

async function livePrograms(): Promise<TestProgram> {
  const program = await makeTestProgram(services)
  const key = { id: program.keyId, secret: keep('key secret', program.secret) }
  keep('access token', program.accessToken)
  const tokens = await readTokens(await postToken(clientFields(key)))
  const next = await readTokens(await postToken(refreshFields(program.owner.username, tokens.refreshToken)))
  for (const { accessToken, refreshToken } of [tokens, next]) {
    keep('access token', accessToken)
    keep('refresh token', refreshToken)
  }
  await postToken({ ...clientFields(key), clientSecret: keep('wrong secret', `${key.secret.slice(0, -1)}_`) })
  await postToken({ ...clientFields(key), clientId: key.secret })
  await postToken({ grantType: 'client_credentials' }, { headers: basic(key.secret, key.id) })
  await postToken(refreshFields(tokens.refreshToken, tokens.accessToken))
  await postToken(refreshFields('nobody', next.refreshToken))
  await liveStandardClient(program)
  await postGrant(next.refreshToken, { accountId: 'acme' })
  await postGrant(`${next.accessToken}x`, { accountId: 'acme' })
  await postGrant(next.accessToken, { accountId: key.secret, backUrl: `${crmOrigin}/?secret=${key.secret}` })
  services.clock.advance(10_000)
  await postToken(refreshFields(program.owner.username, tokens.refreshToken))
  return program
}

/** The same in the standard's spelling, up to the end of its tokens, with what belongs elsewhere in every place. */
async function liveStandardClient({ owner }: TestProgram): Promise<void> {
  const key = await makeTestKey(services, { ownerId: owner.id, scopes: ['introspect'] })
  const client = { client_id: key.id, client_secret: keep('key secret', key.secret) }
  const issued = await (await postToken({ grant_type: 'client_credentials', ...client })).json()
  const token = keep('refresh token', issued.refresh_token)
  keep('access token', issued.access_token)
  await postToken({ grant_type: 'refresh_token', refresh_token: token, client_id: key.secret, client_secret: key.id })
  await postToken({ grant_type: 'refresh_token', refresh_token: key.secret, client_id: token, scope: key.secret })
  for (const asked of [token, issued.access_token, key.secret]) await postIntrospection({ token: asked, ...client })
  await postRevocation({ token: key.secret, client_id: token })
  await postRevocation({ token, client_id: key.secret, client_secret: key.id, token_type_hint: key.secret })
  await postRevocation({ token, client_id: key.id })
}

async function liveLinks(program: TestProgram): Promise<void> {
  const browser = new TestBrowser()
  const [good, edited, late] = [await issueLink(program), await issueLink(program), await issueLink(program)]
  for (const link of [good, edited, late]) keep('grant token', link.searchParams.get('token') ?? '')
  await browser.open(good.href)
  await browser.open(good.href)
  edited.searchParams.set('userId', 'usr_x')
  await browser.open(edited.href)
  services.clock.advance(15_000)
  await browser.open(late.href)
  const cookieHeader = keepCookies('account cookie', browser.cookieHeader('/accounts/acme'))
  const ask = (path: string) =>
    new Request(`${testBaseUrl}${path}`, { headers: { Cookie: cookieHeader, 'Sec-Fetch-Dest': 'document' } })
  expect((await callEndpoint(accountPageEndpoint, ask('/accounts/acme'))).status).toBe(200)
  await callEndpoint(ssoEntryEndpoint, ask(`/sso?token=${cookieHeader.length}`))
  await browser.post('/accounts/acme/-/end')
}

/** A key is rotated by its manager and by itself, rehearsed, and its former secret retired. */
async function liveRotation(): Promise<void> {
  const key = await makeTestKey(services, { rotatable: true })
  keep('key secret', key.secret)
  const { rotated } = await startTestRotation(services, key)
  keep('rotated secret', rotated.secret)
  await rehearseRetirement(services, root, { keyId: key.id })
  await tryTestSecret(key, key.secret)
  const { secrets: rows } = await readKeySecrets(services, root, key.id)
  const former = rows.find(({ state }) => state === 'retiring')
  await retireSecret(services, root, { keyId: key.id, secretId: former?.id ?? '' })
  services.clock.advance(10_000)
  const headers = { 'X-Request-Id': 'req_rotate', ...basic(key.id, rotated.secret) }
  const request = new Request(`${testBaseUrl}/auth/v1/keys/rotate`, { method: 'POST', headers })
  const answer = await (await callEndpoint(rotateKeyEndpoint, request)).json()
  keep('rotated secret', answer.secret)
  await tryTestSecret(key, key.secret)
}

/** A key is handed over, taken, opened again and reported; a new one waits. */
async function liveHandOver(): Promise<void> {
  const key = await makeTestKey(services)
  const tokenOf = ({ url }: Readonly<{ url: string }>) =>
    keep('hand-over link', new URL(url).searchParams.get('token') ?? '')
  const token = tokenOf(await handOverKey(services, root, { keyId: key.id }))
  const taken = await takeHandOver(services, visitor, token)
  keep('handed-over secret', taken.secret)
  await tryTestSecret(key, taken.secret)
  await ignore(takeHandOver(services, visitor, token))
  await readHandOver(services, root, key.id)
  await reportHandOver(services, visitor, token)
  tokenOf(await handOverNewKey(services, root, { name: 'Partner', ownerId: key.ownerId }))
}

const fieldNames = [
  'grantType',
  'grant_type',
  'clientId',
  'clientSecret',
  'refreshToken',
  'refresh_token',
  'scope',
  'token',
]

/** Requests with secrets where they don't belong, as names, values and credentials. @returns how many */
async function liveRefusals(): Promise<number> {
  const words = [...secrets.values(), 'client_credentials', 'refresh_token']
  const any = (from: readonly string[]) => from[randomInt(from.length)] ?? ''
  const count = sampleSize(2_000)
  for (let index = 0; index < count; index++) {
    // Some are kept of every second.
    if (index % 20 === 0) {
      services.clock.advance(1_000)
      await writeRefusals(services)
    }
    const names = [any(fieldNames), any(fieldNames), any([...fieldNames, any(words)])]
    const fields = Object.fromEntries(names.map((name) => [name, any(words)]))
    const credentials = any(['', 'Basic', 'Bearer'])
    const value = credentials === 'Basic' ? btoa(`${encodeURIComponent(any(words))}:${any(words)}`) : any(words)
    const headers = { 'X-Request-Id': `req_${index}`, ...(credentials && { Authorization: `${credentials} ${value}` }) }
    const post = [postToken, postIntrospection, postRevocation][index % 3] ?? postToken
    const { status } = await post(fields, { headers, address: `192.0.2.${index % 200}` })
    expect([200, 400, 401, 429], `request ${index}`).toContain(status)
  }
  await writeRefusals(services)
  return count
}

async function liveWebhooks(): Promise<void> {
  const receiver = await startReceiver()
  receiver.answer(answerWith(500, 'no'))
  const { id, secret } = await addWebhook(services, root, { url: receiver.url })
  keep('signing secret', secret)
  keep('signing secret', (await rotateSigningSecret(services, root, id)).secret)
  await sendTest(services, root, { id })
  await sealAllEvents(services)
  await deliverEvents(services, id, { signal: new AbortController().signal })
  expect(receiver.received).toHaveLength(2)
}

/** Everything is pasted into the leak desk and contained. @returns what it says */
async function liveLeakDesk(): Promise<string> {
  const found = []
  for (const secret of secrets.values()) {
    found.push(...(await checkLeak(services, root, `${secret} ${testBaseUrl}/sso?token=${secret}`)))
  }
  const targets = found.map(containmentOf).filter((target) => target !== undefined)
  for (const target of targets) await containLeak(services, root, target)
  expect(new Set(targets.map(({ subject }) => subject))).toEqual(new Set(['secret', 'family', 'link']))
  return JSON.stringify([found, targets])
}

async function livePeople(): Promise<void> {
  const setUpLink = new URL((await ensureSetUpLink(services)) ?? '')
  const token = keep('set-up link', setUpLink.searchParams.get('token') ?? '')
  const names = { email: 'olga@example.com', username: 'olga', name: 'Olga' }
  const first = keep('password', 'seven ripe plums in a bowl')
  const owner = await setUp(services, visitor, { ...names, password: first, token })
  const jane = await insertUser(services, { username: 'jane' })
  const link = new URL((await createSetPasswordLink(services, root, jane.id)).url)
  const linkToken = keep('set-password link', link.searchParams.get('token') ?? '')
  for (const id of await listDueMails(services.db, 10)) {
    await deliverMail(services, id, { signal: new AbortController().signal })
  }
  await setPassword(services, visitor, { token: linkToken, password: keep('password', 'three blue mugs on a shelf') })
  const browser = { hash: 'a'.repeat(64), userAgent: 'Test', formerSecret: undefined }
  const { secret, person } = requireSession(await signIn(services, visitor, { name: 'olga', password: first, browser }))
  keep('session secret', secret)
  const second = keep('password', 'nine green figs on a plate')
  await ignore(
    confirmIdentity(services, person, { password: keep('wrong password', 'quite another password'), code: '' }),
  )
  await changePassword(services, person, { currentPassword: first, newPassword: second })
  // A password typed into the name field, and an unknown name with a password.
  await ignore(signIn(services, visitor, { name: second, password: 'olga', browser }))
  await ignore(signIn(services, visitor, { name: 'nobody', password: second, browser }))
  const signedIn = await signInAs(services, { ...jane, passwordSetAt: services.clock.now() })
  const launching = new TestBrowser(keepCookies('portal cookie', signedIn.cookieHeader))
  const grant = new URL((await launching.open('/launch/acme')).headers.get('location') ?? '')
  keep('grant token', grant.searchParams.get('token') ?? '')
  await launching.open(grant.href)
  keepCookies('account cookie', launching.cookieHeader('/accounts/acme'))
  expect(owner.role).toBe('owner')
}

/** A challenge as a browser gets it, and what it says. */
function keepChallenge<Options extends Readonly<{ challenge: string }>>(options: Options): Options {
  keep('passkey challenge', options.challenge)
  keep('passkey challenge', Buffer.from(options.challenge, 'base64url').toString())
  return options
}

function keepCodes(codes: readonly string[] = []): string {
  expect(codes).toHaveLength(10)
  for (const code of codes) {
    keep('recovery code', code)
    keep('recovery code', code.replaceAll('-', ''))
  }
  return codes[0] ?? ''
}

/** A right password that needs a second step. */
async function keepPending(name: string, browser: Browser): Promise<StepHolder> {
  const outcome = await signIn(services, visitor, { name, password: goodPassword, browser })
  if ('secret' in outcome) throw new Error('no second step')
  return { token: keep('pending sign-in', outcome.token), browser }
}

/**
 * Factors are added, used, mistyped into other fields, required at sign-in and reset. @returns hashes that are stored
 */
async function liveFactors(): Promise<string[]> {
  const mia = await insertUser(services, { username: 'mia', role: 'owner', password: goodPassword })
  const { person } = await signInAs(services, mia)
  const app = await offerApp(services, person)
  keep('offered secret', app.sealed)
  keep('app secret', app.secret)
  const added = await addApp(services, person, { sealed: app.sealed, code: codeOf(services, app.secret) })
  const code = keepCodes(added.recoveryCodes)
  keepCodes(await replaceRecoveryCodes(services, person))
  const key = createAuthenticator()
  const created = key.create(keepChallenge(await offerPasskey(services, person)))
  await addPasskey(services, person, { response: created, name: 'Key' })
  const confirmation = key.get(keepChallenge(await offerPasskeyConfirmation(services, person)))
  keep('session secret', (await confirmIdentity(services, person, { passkey: confirmation })).secret ?? '')

  const browser = { hash: 'b'.repeat(64), userAgent: 'Test', formerSecret: undefined }
  const response = key.get(keepChallenge(await offerPasskeySignIn(services, browser)))
  keep('session secret', (await signInWithPasskey(services, visitor, { response, browser })).secret)
  await ignore(signInWithPasskey(services, visitor, { response, browser }))
  const holder = await keepPending('mia', browser)
  for (const wrong of [holder.token, app.secret, code, response.id]) {
    await ignore(signInWithCode(services, visitor, { holder, code: wrong }))
    await ignore(signIn(services, visitor, { name: wrong, password: wrong, browser }))
  }
  services.clock.advance(30_000)
  const withCode = await signInWithCode(services, visitor, { holder, code: codeOf(services, app.secret) })
  keep('session secret', withCode.secret)

  await changePolicy(services, root, { policy: 'all' })
  const ben = await insertUser(services, { username: 'ben', password: goodPassword })
  await services.db.updateTable('users').set({ factor_grace_ends_at: 0 }).where('id', '=', ben.id).execute()
  const late = await keepPending('ben', browser)
  keepChallenge(await offerPasskeyAtSignIn(services, late, 'Acme'))
  const offered = await offerAppAtSignIn(services, late)
  keep('app secret', offered.secret)
  const enrolled = await enrollAppAtSignIn(services, visitor, {
    holder: late,
    sealed: offered.sealed,
    code: codeOf(services, offered.secret),
  })
  keep('session secret', enrolled.secret)
  const unused = keepCodes(enrolled.recoveryCodes)
  const waiting = await keepPending('ben', browser)
  return [sha256(waiting.token), hashRecoveryCode(unused) ?? '', sha256(enrolled.secret)]
}

/** What must not be found of a secret: itself, encoded, and each part of it that could be presented. */
function tracesOf(secret: string): string[] {
  const parts = secret.split(/[.*~]/).filter((part) => part.length >= 32 && !part.startsWith('eyJ'))
  const whole = [secret, encodeURIComponent(secret), secret.replaceAll(' ', '+')]
  return [...whole, ...parts, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')]
}

/** Which secrets stand in a text. */
function findSecrets(text: string): string[] {
  return [...secrets]
    .filter(([, secret]) => tracesOf(secret).some((trace) => text.includes(trace)))
    .map(([name]) => name)
}

async function dumpTables(): Promise<Record<string, string>> {
  const tables = await services.db.introspection.getTables()
  const dumps: Record<string, string> = {}
  for (const { name } of tables) {
    dumps[name] = JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(services.db)).rows)
  }
  return dumps
}

async function readAll(lines: AsyncIterable<string>): Promise<string[]> {
  const read: string[] = []
  for await (const line of lines) read.push(line)
  return read
}

describe('a whole life of keys, tokens, links, passwords, factors and cookies', () => {
  it('leaves no secret in a table, in a file of the database, in its copy, or in the log', async () => {
    await liveLinks(await livePrograms())
    await livePeople()
    const hashes = await liveFactors()
    await liveRotation()
    await liveHandOver()
    await liveWebhooks()
    expect(findSecrets(await liveLeakDesk())).toEqual([])
    const refused = await liveRefusals()
    await backUp(services, root, { file: join(services.env.dataDir, 'copy.db') })
    keep('master secret', testSecret)
    expect(secrets.size).toBeGreaterThan(25)

    const tables = await dumpTables()
    expect(Object.keys(tables).length).toBeGreaterThan(10)
    expect(JSON.parse(tables.refusals ?? '').length).toBeGreaterThan(refused / 2)
    for (const [name, text] of Object.entries(tables)) expect(findSecrets(text), name).toEqual([])
    for (const hash of hashes) expect(Object.values(tables).filter((text) => text.includes(hash))).toHaveLength(1)
    for (const name of ['authenticator_apps', 'passkeys', 'used_challenges']) expect(tables[name], name).not.toBe('[]')
    expect(findSecrets((await readAll(await exportJournal(services, root))).join(''))).toEqual([])
    const files = readdirSync(services.env.dataDir)
    if (engineOf(services.db) === 'sqlite') {
      expect(files).toEqual(expect.arrayContaining(['copy.db', 'latchkey.db', 'latchkey.db-wal']))
    }
    for (const name of files) {
      expect(findSecrets(readFileSync(join(services.env.dataDir, name), 'latin1')), name).toEqual([])
    }
    expect(services.logLines.length).toBeGreaterThan(10)
    expect(findSecrets(services.logLines.join(''))).toEqual([])
    const metrics = await createScrape(services).read()
    expect(metrics).toContain('latchkey_refusals_total{code="invalid_client"}')
    expect(findSecrets(metrics)).toEqual([])
    expect(metrics.match(/.*(acme|olga|jane|example|\b(key|usr|req)_[0-9A-Za-z]{20}\b|127\.0\.0|A-1).*/)).toBeNull()
  }, 60_000)

  it('would be found: a planted secret is', async () => {
    keep('grant token', 'x'.repeat(43))
    services.log.info({ planted: `?token=${'x'.repeat(43)}` }, 'planted')
    await services.db
      .insertInto('settings')
      .values({ name: 'planted', value: 'x'.repeat(43) })
      .execute()
    expect(findSecrets(services.logLines.join(''))).toEqual(['grant token 1'])
    expect(findSecrets((await dumpTables()).settings ?? '')).toEqual(['grant token 1'])
    if (engineOf(services.db) === 'postgres') return
    const log = readFileSync(join(services.env.dataDir, 'latchkey.db-wal'), 'latin1')
    expect(findSecrets(log)).toEqual(['grant token 1'])
  })
})
