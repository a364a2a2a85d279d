import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { deleteOldEvents } from '#lib/domain/events/journal/delete-old-events.ts'
import { sealAllEvents } from '#lib/domain/events/journal/seal-events.ts'
import { findHead } from '#lib/domain/events/journal/store.ts'
import { pauseWebhook, replayWebhook, resumeWebhook } from '#lib/domain/events/webhooks/control-webhook.ts'
import { webhookFields } from '#lib/domain/events/webhooks/fields.ts'
import { findLostEvents } from '#lib/domain/events/webhooks/lost-events.ts'
import {
  addWebhook,
  countStoppedWebhooks,
  getWebhook,
  listWebhooks,
  removeWebhook,
  updateWebhook,
} from '#lib/domain/events/webhooks/manage-webhooks.ts'
import {
  endFormerSecret,
  renewWebhookSeals,
  rotateSigningSecret,
} from '#lib/domain/events/webhooks/rotate-signing-secret.ts'
import { unsealSecrets } from '#lib/domain/events/webhooks/signing-secret.ts'
import { findSecrets, replaceSecrets } from '#lib/domain/events/webhooks/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { dayMs, minuteMs } from '#lib/kernel/clock.ts'
import { restoreBackup, restoreInPlace } from '#lib/server/backup/restore-backup.ts'
import { anyPerson, insertUser, personOf, root } from '#lib/testing/people.ts'
import { makeBackup, restoreSite } from '#lib/testing/restoring.ts'
import { openTestServices, type TestServices, testStart } from '#lib/testing/test-services.ts'

const url = 'https://hooks.example/latchkey?token=t0'

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

async function add(): Promise<string> {
  return (await addWebhook(services, root, { url })).id
}

/** The stored signing secrets, newest first. */
async function secretsOf(id: string, { db, keys } = services): Promise<string[]> {
  const sealed = await findSecrets(db, id)
  return sealed ? unsealSecrets(keys, sealed) : []
}

/** In no order: several may be of the same millisecond. */
async function webhookEvents() {
  const rows = await services.db
    .selectFrom('audit_events')
    .select(['kind', 'subject_name', 'details'])
    .where('subject_kind', '=', 'webhook')
    .execute()
  return rows.map((row) => [row.kind, row.subject_name, JSON.parse(row.details)])
}

const sorted = (events: readonly unknown[]) => events.map((event) => JSON.stringify(event)).toSorted()

/** Seals some events. @returns the number of the last one */
async function sealSome(): Promise<number> {
  for (let count = 0; count < 3; count++) await insertUser(services)
  await sealAllEvents(services)
  return (await findHead(services.db)).seq
}

describe('a webhook', () => {
  it('is added with a secret that no row, event or log has', async () => {
    const head = await sealSome()
    const owner = personOf(services, await insertUser(services, { role: 'owner', name: 'Olga' }))
    const kinds = ['api_key.revoked', 'user.created', 'user.created']
    const { id, secret } = await addWebhook(services, owner, { url: ` ${url} `, description: ' CRM ', kinds })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await getWebhook(services, root, id)).toEqual({
      id,
      url,
      ...webhookFields.perField(() => ''),
      description: 'CRM',
      kinds: ['user.created', 'api_key.revoked'],
      createdAt: testStart,
      createdByName: 'Olga',
      secretCreatedAt: testStart,
      hasFormerSecret: false,
      position: head,
      paused: null,
      attempts: 0,
      firstFailedAt: null,
      nextAttemptAt: null,
    })
    expect(await webhookEvents()).toEqual([['webhook.added', 'https://hooks.example', {}]])
    expect(await secretsOf(id)).toEqual([secret])
    const rows = await services.db.selectFrom('webhooks').selectAll().execute()
    const events = await services.db.selectFrom('audit_events').selectAll().execute()
    const written = JSON.stringify([rows, events, services.logLines])
    for (const trace of [secret, secret.slice(6), Buffer.from(secret.slice(6), 'base64').toString('hex')]) {
      expect(written).not.toContain(trace)
    }
  })

  it.each([
    ['', 'required'],
    ['hooks.example', 'malformed'],
    ['http://hooks.example/', 'insecure'],
    ['ftp://hooks.example/', 'malformed'],
    ['https://user:pw@hooks.example/', 'malformed'],
    ['https://hooks.example/#part', 'malformed'],
    ['https://hooks.example\\@evil.example/', 'malformed'],
    ['https://0x7f000001/', 'malformed'],
    ['https://2130706433/', 'malformed'],
    ['https://0177.0.0.1/', 'malformed'],
    ['https://hooks.example./', 'malformed'],
    ['https://bücher.example/', 'malformed'],
    [`https://hooks.example/${'x'.repeat(2_048)}`, 'too_long'],
    ['https://10.0.0.7/', 'not_public'],
    ['https://[fd00::1]/', 'not_public'],
    ['https://[::ffff:7f00:1]/', 'not_public'],
    ['http://localhost:3000/', 'not_public'],
    ['http://127.0.0.1/', 'not_public'],
  ])('does not take the URL %j: %s', async (bad, problem) => {
    const refusal = { code: 'input_invalid', fields: { url: problem } }
    await expect(addWebhook(services, root, { url: bad })).rejects.toMatchObject(refusal)
    const id = await add()
    await expect(updateWebhook(services, root, { id, url: bad })).rejects.toMatchObject(refusal)
  })

  it('takes loopback and private addresses that WEBHOOK_NETWORKS allows', async () => {
    services = await openTestServices({ WEBHOOK_NETWORKS: '127.0.0.0/8, ::1,10.0.0.0/8' })
    for (const allowed of ['http://localhost:3000/', 'http://127.0.0.1/', 'https://10.0.0.7/']) {
      await addWebhook(services, root, { url: allowed })
    }
    await expect(addWebhook(services, root, { url: 'http://10.0.0.7/' })).rejects.toMatchObject({
      fields: { url: 'insecure' },
    })
  })

  it.each([
    [{ description: 'x'.repeat(121) }, { description: 'too_long' }],
    [{ description: 'two\nlines' }, { description: 'malformed' }],
    [{ kinds: [] }, { kinds: 'required' }],
    [{ kinds: ['user.created', 'user.born'] }, { kinds: 'unknown' }],
    [{ kinds: Array.from({ length: 200 }, () => 'user.created') }, { kinds: 'too_many' }],
  ])('does not take %j', async (input, fields) => {
    await expect(addWebhook(services, root, { url, ...input })).rejects.toMatchObject({ code: 'input_invalid', fields })
  })

  it('is one of at most 20', async () => {
    const added = await Promise.allSettled(Array.from({ length: 23 }, add))
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    await expect(add()).rejects.toMatchObject({ fields: { url: 'too_many' } })
    expect(await listWebhooks(services, root)).toHaveLength(20)
  })

  it('is tried at once at another URL, and only there', async () => {
    const id = await add()
    const failing = { attempts: 4, first_failed_at: 1, next_attempt_at: testStart + dayMs }
    await services.db.updateTable('webhooks').set(failing).execute()
    await updateWebhook(services, root, { id, url, description: 'Same URL' })
    expect(await getWebhook(services, root, id)).toMatchObject({ attempts: 4, nextAttemptAt: testStart + dayMs })
    await updateWebhook(services, root, { id, url: 'https://other.example/' })
    expect(await getWebhook(services, root, id)).toMatchObject({
      url: 'https://other.example/',
      kinds: null,
      attempts: 0,
      firstFailedAt: null,
      nextAttemptAt: null,
    })
    const expected = [
      ['webhook.added', 'https://hooks.example', {}],
      ['webhook.updated', 'https://hooks.example', { changed: 'description' }],
      ['webhook.updated', 'https://other.example', { formerOrigin: 'https://hooks.example', changed: 'description' }],
    ]
    expect(sorted(await webhookEvents())).toEqual(sorted(expected))
  })

  it('can be removed', async () => {
    const id = await add()
    await removeWebhook(services, root, id)
    expect(await listWebhooks(services, root)).toEqual([])
    await expect(removeWebhook(services, root, id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await webhookEvents()).map(([kind]) => kind).toSorted()).toEqual(['webhook.added', 'webhook.removed'])
  })

  it('is added, changed, rotated and removed only within ten minutes of a password confirmation', async () => {
    const id = await add()
    const admin = personOf(services, await insertUser(services, { role: 'admin' }))
    services.clock.advance(10 * minuteMs)
    for (const work of [
      () => addWebhook(services, admin, { url }),
      () => updateWebhook(services, admin, { id, url }),
      () => removeWebhook(services, admin, id),
      () => rotateSigningSecret(services, admin, id),
      () => endFormerSecret(services, admin, id),
    ]) {
      await expect(work()).rejects.toMatchObject({ code: 'confirmation_required' })
    }
  })
})

describe('the signing secret', () => {
  it('is rotated: both sign until the former one is ended', async () => {
    const { id, secret: first } = await addWebhook(services, root, { url })
    services.clock.advance(minuteMs)
    const { secret: second } = await rotateSigningSecret(services, root, id)
    expect(await secretsOf(id)).toEqual([second, first])
    expect(await getWebhook(services, root, id)).toMatchObject({
      hasFormerSecret: true,
      secretCreatedAt: testStart + minuteMs,
    })
    await expect(rotateSigningSecret(services, root, id)).rejects.toMatchObject({ code: 'conflict' })
    await endFormerSecret(services, root, id)
    await endFormerSecret(services, root, id)
    expect(await secretsOf(id)).toEqual([second])
    expect((await webhookEvents()).map(([kind]) => kind).toSorted()).toEqual([
      'webhook.added',
      'webhook.secret_ended',
      'webhook.secret_rotated',
    ])
  })

  it('is rotated once by parallel requests', async () => {
    const id = await add()
    const rotated = await Promise.allSettled([1, 2, 3, 4].map(() => rotateSigningSecret(services, root, id)))
    const winners = rotated.filter(({ status }) => status === 'fulfilled')
    expect(winners).toHaveLength(1)
    expect(await secretsOf(id)).toHaveLength(2)
  })

  it('is not brought back by a statement that read it before a rotation', async () => {
    const id = await add()
    const before = await findSecrets(services.db, id)
    if (!before) throw new Error('it has secrets')
    const { secret } = await rotateSigningSecret(services, root, id)
    await endFormerSecret(services, root, id)
    expect(await replaceSecrets(services.db, id, { before, after: before })).toBe(false)
    expect(await secretsOf(id)).toEqual([secret])
  })

  it('moves to another master secret', async () => {
    const { id, secret: first } = await addWebhook(services, root, { url })
    const { secret: second } = await rotateSigningSecret(services, root, id)
    const { dataDir, masterSecrets } = services.env
    const variables = { DATA_DIR: dataDir, LATCHKEY_SECRET: `${'n'.repeat(40)},${masterSecrets?.[0]}` }
    const later = await openTestServices(variables)
    await renewWebhookSeals(later)
    const onlyNew = { ...later, keys: { current: later.keys.current, all: [later.keys.current] } }
    expect(await secretsOf(id, onlyNew)).toEqual([second, first])
  })
})

describe('pause, resume and replay', () => {
  it('change the state once, with an event each', async () => {
    const head = await sealSome()
    const id = await add()
    await pauseWebhook(services, root, id)
    await pauseWebhook(services, root, id)
    expect((await getWebhook(services, root, id)).paused).toEqual({ at: testStart, reason: 'manual' })
    await resumeWebhook(services, root, id)
    await resumeWebhook(services, root, id)
    await replayWebhook(services, root, { id, from: '2' })
    expect(await getWebhook(services, root, id)).toMatchObject({ paused: null, position: 1 })
    await replayWebhook(services, root, { id, from: head + 1 })
    const expected = [
      ['webhook.added', 'https://hooks.example', {}],
      ['webhook.paused', 'https://hooks.example', { reason: 'manual' }],
      ['webhook.resumed', 'https://hooks.example', {}],
      ['webhook.replayed', 'https://hooks.example', { fromSeq: 2 }],
      ['webhook.replayed', 'https://hooks.example', { fromSeq: head + 1 }],
    ]
    expect(sorted(await webhookEvents())).toEqual(sorted(expected))
  })

  it('are counted as needing someone unless someone paused them', async () => {
    const id = await add()
    await add()
    expect(await countStoppedWebhooks(services, anyPerson('admin'))).toBe(0)
    await pauseWebhook(services, root, id)
    expect(await countStoppedWebhooks(services, anyPerson('admin'))).toBe(0)
    await services.db.updateTable('webhooks').set({ paused_reason: 'failing' }).where('id', '=', id).execute()
    expect(await countStoppedWebhooks(services, anyPerson('admin'))).toBe(1)
    await expect(countStoppedWebhooks(services, anyPerson('agent'))).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('need a recent confirmation', async () => {
    await sealSome()
    const id = await add()
    const owner = anyPerson('owner')
    const late = { ...owner, confirmedAt: owner.confirmedAt - confirmationMs }
    const acts = [
      (user: PortalUser) => pauseWebhook(services, user, id),
      (user: PortalUser) => resumeWebhook(services, user, id),
      (user: PortalUser) => replayWebhook(services, user, { id, from: 1 }),
    ]
    for (const act of acts) await expect(act(late)).rejects.toMatchObject({ code: 'confirmation_required' })
    expect(await webhookEvents()).toHaveLength(1)
    for (const act of acts) await act({ ...late, confirmedAt: late.confirmedAt + 1 })
    expect(await webhookEvents()).toHaveLength(4)
  })

  it.each([
    ['', 'malformed'],
    ['-1', 'malformed'],
    ['0', 'malformed'],
    ['1e3', 'malformed'],
    ['9'.repeat(40), 'malformed'],
    ['6', 'not_kept'],
  ])('a replay from %j is refused: %s', async (from, problem) => {
    const id = await add()
    await sealSome()
    await expect(replayWebhook(services, root, { id, from })).rejects.toMatchObject({ fields: { from: problem } })
    await replayWebhook(services, root, { id, from: 5 })
  })

  it('name the events that were deleted before they were sent', async () => {
    const id = await add()
    await pauseWebhook(services, root, id)
    await sealSome()
    services.clock.advance(2 * dayMs)
    await insertUser(services)
    await sealAllEvents(services)
    while ((await deleteOldEvents(services.db, dayMs, 2)) > 0);
    expect(await findLostEvents(services.db, { position: 0 })).toEqual({ from: 1, to: 5 })
    expect(await findLostEvents(services.db, { position: 5 })).toBeUndefined()
    await expect(replayWebhook(services, root, { id, from: 5 })).rejects.toMatchObject({ fields: { from: 'not_kept' } })
    await resumeWebhook(services, root, id)
    expect(await getWebhook(services, root, id)).toMatchObject({ paused: null, position: 5 })
    expect(await webhookEvents()).toContainEqual([
      'webhook.resumed',
      'https://hooks.example',
      { lostFrom: 1, lostTo: 5 },
    ])
  })
})

describe('a restore', () => {
  it('goes on from the position of the backup, unless a webhook may have been removed or changed since', async () => {
    const [same, removed, moved] = [await add(), await add(), await add()]
    await sealSome()
    const file = await makeBackup(services)
    await removeWebhook(services, root, removed)
    await updateWebhook(services, root, { id: moved, url: 'https://new.example/' })
    await services.db.updateTable('webhooks').set({ position: 4 }).where('id', '=', same).execute()
    expect(await restoreBackup(restoreSite(services), root, { file })).toMatchObject({ pausedWebhooks: 2 })
    expect(await getWebhook(services, root, same)).toMatchObject({ paused: null, position: 0 })
    for (const id of [removed, moved]) {
      expect(await getWebhook(services, root, id)).toMatchObject({ url, paused: { reason: 'restored' } })
    }
    expect((await webhookEvents()).filter(([kind]) => kind === 'webhook.paused')).toEqual([
      ['webhook.paused', 'https://hooks.example', { reason: 'restored' }],
      ['webhook.paused', 'https://hooks.example', { reason: 'restored' }],
    ])
  })

  it('by other means pauses all of them', async () => {
    const id = await add()
    expect(await restoreInPlace(restoreSite(services), root, {})).toMatchObject({ pausedWebhooks: 1 })
    expect((await getWebhook(services, root, id)).paused?.reason).toBe('restored')
  })
})

it('a webhook whose secret no configured master secret opens is found by doctor, and refuses a restore', async () => {
  await add()
  await sql`update webhooks set master_id = 'ffffffff'`.execute(services.db)
  await expect(restoreInPlace(restoreSite(services), root, {})).rejects.toMatchObject({
    detail: expect.stringContaining('1 webhook could not sign'),
  })
})
