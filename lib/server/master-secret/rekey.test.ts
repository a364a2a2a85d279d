import { beforeEach, describe, expect, it } from 'vitest'
import { addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { rotateSigningSecret } from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import { sealApp } from '#lib/domain/sign-in/authenticator-apps/authenticator-app.ts'
import { sealProviderSecret } from '#lib/domain/sign-in/sign-in-providers/provider-secret.ts'
import { currentKeyRing } from '#lib/domain/tokens/access-tokens/key-ring.ts'
import { resealRows } from '#lib/foundation/db/reseal-rows.ts'
import { sealLink } from '#lib/foundation/mails/seal-link.ts'
import { seal, unseal } from '#lib/foundation/server-keys/seal.ts'
import { deriveServerKeys } from '#lib/foundation/server-keys/server-keys.ts'
import { Refusal } from '#lib/kernel/errors.ts'
import { rekey } from '#lib/server/master-secret/rekey.ts'
import { sealedTables, sealNames } from '#lib/server/master-secret/sealed-columns.ts'
import { insertUser, root, visitor } from '#lib/testing/people.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices, testSecret } from '#lib/testing/test-services.ts'

const next = 'the next master secret of 32 characters and more'
const kept = 240

let first: TestServices

/** Every encrypted column, filled under the first secret. */
beforeEach(async () => {
  first = await openTestServices()
  const { db, keys } = first
  await currentKeyRing(first)
  const webhook = await addWebhook(first, root, { url: 'https://a.example/' })
  await rotateSigningSecret(first, root, webhook.id)
  const user = await insertUser(first)
  const link = await sealLink(keys, 'link')
  await db
    .insertInto('mails')
    .values({
      id: 'mail_1',
      user_id: user.id,
      kind: 'set_password',
      actor_id: null,
      facts: '{}',
      link_sealed: link.linkSealed,
      master_id: link.masterId,
      created_at: 0,
      next_attempt_at: 0,
      delete_at: 0,
    })
    .execute()
  const provider = await sealProviderSecret(keys, 'client secret')
  await db
    .insertInto('sign_in_providers')
    .values({
      id: 'corp',
      label: 'Corp',
      issuer: 'https://corp.example',
      client_id: 'c',
      client_auth: 'basic',
      secret_sealed: provider.secretSealed,
      master_id: provider.masterId,
      domains: '',
      groups_claim: null,
      acr_values: null,
      amr_values: null,
      max_age_seconds: null,
      creates_users_at: null,
      passwords_off_at: null,
      disabled_at: null,
      created_at: 0,
      created_by: 'operator',
    })
    .execute()
  const app = await sealApp(keys, user.id, 'JBSWY3DPEHPK3PXP')
  await db
    .insertInto('authenticator_apps')
    .values({
      user_id: user.id,
      secret_sealed: app.secretSealed,
      master_id: app.masterId,
      last_step: 0,
      created_at: 0,
      last_used_at: null,
    })
    .execute()
  const sealed = await seal(keys.current.providerSignInSeal, '{}')
  await db.insertInto('provider_tests').values({ id: 'test', sealed, expires_at: 0 }).execute()
  const key = await makeTestKey(first)
  const response = await seal(keys.current.keptResponseSeal, '{"secret":"kept"}')
  const rows = Array.from({ length: kept }, (_, index) => ({ key_id: key.id, name: `n${index}`, fingerprint: 'f' }))
  await db
    .insertInto('idempotency_keys')
    .values(rows.map((row) => ({ ...row, response, created_at: first.clock.now() })))
    .execute()
})

const start = (...secrets: string[]) =>
  openTestServices({ DATA_DIR: first.env.dataDir, LATCHKEY_SECRET: secrets.join(',') })

/** The encrypted texts of each table that this secret can't read. */
async function findUnreadable(secret: string): Promise<string[]> {
  const { current } = deriveServerKeys([secret])
  const unreadable: string[] = []
  for (const name of sealNames) {
    const sealed = sealedTables[name]
    const rows = await first.db.selectFrom(sealed.table).selectAll().execute()
    const texts = rows.flatMap((row) => Object.entries(row).filter(([column]) => sealed.columns.includes(column)))
    const filled = texts.map(([, text]) => text).filter((text) => typeof text === 'string' && text !== '')
    expect(filled.length, sealed.table).toBeGreaterThan(0)
    for (const text of filled) {
      if (await unseal(current[name], String(text)).catch(() => undefined)) continue
      unreadable.push(sealed.table)
    }
  }
  return unreadable
}

describe('re-keying', () => {
  it('moves every encrypted column, so that the new secret reads all of it alone, and can be repeated', async () => {
    const server = await start(next, testSecret)
    expect(new Set(await findUnreadable(next)).size).toBe(7)
    const rekeyed = await rekey(server, root)
    expect(rekeyed).toMatchObject({
      webhooks: { moved: 1, unreadable: 0 },
      signing_keys: { moved: 2, unreadable: 0 },
      idempotency_keys: { moved: kept, unreadable: 0 },
    })
    expect(await findUnreadable(next)).toEqual([])
    for (const { moved } of Object.values(await rekey(server, root))) expect(moved).toBe(0)
  })

  it('goes on after an interruption, and leaves what no secret can read', async () => {
    await first.db.updateTable('idempotency_keys').set({ response: 'damaged' }).where('name', '=', 'n3').execute()
    const server = await start(next, testSecret)
    const before = await first.db.selectFrom('webhooks').selectAll().execute()
    await rekey(server, root)
    for (const row of before) await first.db.updateTable('webhooks').set(row).where('id', '=', row.id).execute()
    expect(await rekey(server, root)).toMatchObject({
      webhooks: { moved: 1, unreadable: 0 },
      idempotency_keys: { moved: 0, unreadable: 1 },
    })
  })

  it('leaves what a server changes meanwhile', async () => {
    const { keys } = await start(next, testSecret)
    const reseal = async (text: string) => {
      await first.db.updateTable('mails').set({ link_sealed: 'of the server' }).execute()
      return `moved ${text}`
    }
    const order = { table: 'mails', columns: ['link_sealed'], masterId: keys.current.id, reseal } as const
    expect(await resealRows(first.db, order)).toEqual({ moved: 0, unreadable: 0 })
    const mails = await first.db.selectFrom('mails').select(['link_sealed', 'master_id']).execute()
    expect(mails).toEqual([{ link_sealed: 'of the server', master_id: first.keys.current.id }])
  })

  it('waits for a server that knows the new secret, and is the operator’s alone', async () => {
    const keys = deriveServerKeys([next, testSecret])
    const early = new Refusal('conflict', {
      description: 'No server has started with the new master secret yet: restart the servers first.',
    })
    await expect(rekey({ db: first.db, keys }, root)).rejects.toEqual(early)
    // A command creates with the secret of the server, and isn't the one that announces the new one.
    await expect(rekey({ db: first.db, keys: { ...keys, current: first.keys.current } }, root)).rejects.toEqual(early)
    await expect(rekey(await start(next, testSecret), visitor)).rejects.toEqual(new Refusal('forbidden'))
  })
})

it('knows every encrypted column of the database', async () => {
  const tables = await first.db.introspection.getTables()
  const sealed = tables.flatMap(({ name, columns }) =>
    columns.filter((column) => /seal/.test(column.name)).map((column) => `${name}.${column.name}`),
  )
  const registered = sealNames.flatMap((name) =>
    sealedTables[name].columns.map((column) => `${sealedTables[name].table}.${column}`),
  )
  expect([...sealed, 'idempotency_keys.response'].toSorted()).toEqual(registered.toSorted())
})
