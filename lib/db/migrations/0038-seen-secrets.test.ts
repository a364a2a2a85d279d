import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate, migrations } from '#lib/db/migrate.ts'
import { handOverNewKey } from '#lib/hand-over/hand-over-key.ts'
import { takeHandOver } from '#lib/hand-over/take-hand-over.ts'
import { rotateOwnSecret, rotateSecret } from '#lib/key-rotation/rotate-secret.ts'
import { insertUser, personOf, root, visitor } from '#lib/testing/people.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices } from '#lib/testing/test-services.ts'
import { addWebhook } from '#lib/webhooks/manage-webhooks.ts'
import { rotateSigningSecret } from '#lib/webhooks/rotate-signing-secret.ts'

it('an upgrade knows from audit events whom former secrets were shown to', async () => {
  const services = await openTestServices()
  const { db } = services
  const owner = personOf(services, await insertUser(services, { role: 'owner' }))
  const [generated, rotated] = [await makeTestKey(services), await makeTestKey(services, { rotatable: true })]
  const partner = await handOverNewKey(services, owner, { name: 'Partner', ownerId: generated.ownerId })
  await takeHandOver(services, visitor, new URL(partner.url).searchParams.get('token') ?? '')
  await rotateSecret(services, root, { keyId: partner.keyId })
  const [secret] = await db.selectFrom('key_secrets').select('id').where('key_id', '=', rotated.id).execute()
  const program = { keyId: rotated.id, secretId: secret?.id ?? '', ownerId: rotated.ownerId }
  await rotateOwnSecret(
    services,
    { address: '192.0.2.7', requestId: 'req_1' },
    program as Parameters<typeof rotateOwnSecret>[2],
  )
  const added = await addWebhook(services, owner, { url: 'https://a.example/' })
  const taken = await addWebhook(services, root, { url: 'https://b.example/' })
  services.clock.advance(1)
  await rotateSigningSecret(services, owner, taken.id)
  const byRoot = await addWebhook(services, root, { url: 'https://c.example/' })
  const read = async () => ({
    secrets: await db.selectFrom('key_secrets').select(['id', 'shown_to']).orderBy('id').execute(),
    webhooks: await db.selectFrom('webhooks').select(['id', 'secret_created_by']).orderBy('id').execute(),
  })
  const { secrets, webhooks } = await read()
  expect(secrets.map((row) => row.shown_to).toSorted()).toEqual([
    'creator',
    'creator',
    'creator',
    'program',
    'recipient',
  ])
  expect(Object.fromEntries(webhooks.map((row) => [row.id, row.secret_created_by]))).toEqual({
    [added.id]: owner.userId,
    [taken.id]: owner.userId,
    [byRoot.id]: 'operator',
  })

  await sql`drop index key_secrets_by_creator`.execute(db)
  await db.schema.alterTable('key_secrets').dropColumn('shown_to').execute()
  await db.schema.alterTable('webhooks').dropColumn('secret_created_by').execute()
  await sql`delete from kysely_migration where name >= '0038'`.execute(db)
  const steps = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0039'))
  expect(await migrate(db, steps)).toEqual(['0038-seen-secrets'])
  const ofOperator = { id: byRoot.id, secret_created_by: null }
  expect(await read()).toEqual({
    secrets,
    webhooks: webhooks.map((row) => (row.id === byRoot.id ? ofOperator : row)),
  })
})
