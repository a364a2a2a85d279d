import { beforeEach, describe, expect, it } from 'vitest'
import { pauseClaimed } from '#lib/domain/events/webhooks/deliveries-store.ts'
import { addWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { patchWebhook } from '#lib/domain/events/webhooks/patch-webhook.ts'
import { unsealSecrets } from '#lib/domain/events/webhooks/signing-secret.ts'
import { findSecrets } from '#lib/domain/events/webhooks/store.ts'
import { confirmationMs } from '#lib/foundation/authorization/permissions.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { noTexts } from '#lib/testing/no-texts.ts'
import { insertUser, personOf, root } from '#lib/testing/people.ts'
import { openTestServices, type TestServices, testBaseUrl } from '#lib/testing/test-services.ts'

let services: TestServices
let sync: ApiCaller
beforeEach(async () => {
  services = await openTestServices()
  sync = await makeApiCaller(services, ['webhooks:read', 'webhooks:write'])
})

const url = 'https://hooks.example/latchkey?token=t0'
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const shown = {
  id: expect.stringMatching(/^whk_\w{20}$/),
  url,
  ...noTexts.webhook,
  kinds: null,
  paused: false,
  pausedAt: null,
  pauseReason: null,
  createdAt: instant,
  secretCreatedAt: instant,
  formerSecretSigns: false,
}
const add = (body: object, headers = {}) => sync.call('POST', '/webhooks', { body, headers })
const patch = (id: string, body: object, headers = {}) => sync.call('PATCH', `/webhooks/${id}`, { body, headers })
const insert = async () => (await addWebhook(services, root, { url })).id

async function secretsOf(id: string) {
  const sealed = await findSecrets(services.db, id)
  return sealed ? unsealSecrets(services.keys, sealed) : []
}

async function eventsOf(id: string) {
  const rows = services.db.selectFrom('audit_events').select(['kind', 'key_id', 'subject_name', 'details'])
  const found = await rows.where('subject_id', '=', id).where('key_id', 'is not', null).orderBy('id').execute()
  return found.map(({ kind, subject_name, details }) => [kind, subject_name, JSON.parse(details)])
}

describe('POST /api/v1/webhooks', () => {
  it('adds a webhook and shows its secret once', async () => {
    const kinds = ['user.deactivated', 'user.created']
    const { status, headers, body } = await add({ url: ` ${url} `, description: 'CRM', kinds })
    const { secret, ...webhook } = body
    const expected = { ...shown, description: 'CRM', kinds: ['user.created', 'user.deactivated'] }
    expect([status, webhook]).toEqual([201, expected])
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(await secretsOf(body.id)).toEqual([secret])
    expect(headers.location).toBe(`${testBaseUrl}/api/v1/webhooks/${body.id}`)
    const read = await sync.call('GET', `/webhooks/${body.id}`)
    expect([read.body, read.headers.etag]).toEqual([webhook, headers.etag])
    const listed = await sync.call('GET', '/webhooks')
    expect(listed.body).toEqual({ items: [webhook], next: null })
    expect(await eventsOf(body.id)).toEqual([['webhook.added', 'https://hooks.example', {}]])
    const rows = await services.db.selectFrom('webhooks').selectAll().execute()
    const written = JSON.stringify([rows, services.logLines])
    expect(written).not.toContain(secret.slice(6))
  })

  it('adds one with one secret for 30 parallel requests with one Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'k1' }
    const answers = await Promise.all(Array.from({ length: 30 }, () => add({ url }, headers)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect((await sync.call('GET', '/webhooks')).body.items).toHaveLength(1)
    const other = await add({ url: 'https://other.example/' }, headers)
    expect([other.status, other.body.error]).toEqual([422, 'idempotency_key_reused'])
    const kept = await services.db.selectFrom('idempotency_keys').select('response').execute()
    expect(JSON.stringify(kept)).not.toContain(answers[0]?.body.secret.slice(6))
  })

  it.each([
    [{}, { url: 'required' }],
    [{ url: null }, { url: 'required' }],
    [{ url: '' }, { url: 'required' }],
    [{ url: 5 }, { url: 'malformed' }],
    [{ url: 'hooks.example' }, { url: 'malformed' }],
    [{ url: 'http://hooks.example/' }, { url: 'insecure' }],
    [{ url: 'https://user:pw@hooks.example/' }, { url: 'malformed' }],
    [{ url: 'https://hooks.example\\@evil.example/' }, { url: 'malformed' }],
    [{ url: `https://hooks.example/${'x'.repeat(2_048)}` }, { url: 'too_long' }],
    [{ url: 'https://10.0.0.7/' }, { url: 'not_public' }],
    [{ url: 'https://169.254.169.254/latest/meta-data' }, { url: 'not_public' }],
    [{ url: 'https://[::ffff:7f00:1]/' }, { url: 'not_public' }],
    [{ url: 'http://localhost:3000/' }, { url: 'not_public' }],
    [{ url, description: 5 }, { description: 'malformed' }],
    [{ url, description: 'x'.repeat(121) }, { description: 'too_long' }],
    [{ url, kinds: [] }, { kinds: 'required' }],
    [{ url, kinds: 'user.created' }, { kinds: 'malformed' }],
    [{ url, kinds: ['user.born'] }, { kinds: 'unknown' }],
    [{ url, kinds: Array(200).fill('user.created') }, { kinds: 'too_many' }],
    [{ url, secret: 'whsec_x' }, { secret: 'unknown' }],
    [{ url, paused: true }, { paused: 'unknown' }],
  ])('refuses %j', async (body, fields) => {
    expect(await add(body)).toMatchObject({ status: 400, body: { fields } })
    expect((await sync.call('GET', '/webhooks')).body.items).toEqual([])
    const id = await insert()
    if (!('secret' in body || 'paused' in body || Object.keys(body).length === 0)) {
      expect(await patch(id, body)).toMatchObject({ status: 400, body: { fields } })
    }
    expect((await sync.call('GET', `/webhooks/${id}`)).body).toEqual(shown)
  })

  it('adds no more than 20, also in parallel', async () => {
    for (let n = 0; n < 18; n++) await insert()
    const answers = await Promise.all(Array.from({ length: 10 }, () => add({ url })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    const refused = answers.filter(({ status }) => status === 400)
    expect(refused.map(({ body }) => body.fields)).toEqual(Array(8).fill({ url: 'too_many' }))
  })
})

describe('GET /api/v1/webhooks', () => {
  it('lists every webhook once, page by page, without their secrets', async () => {
    const added: string[] = []
    for (let n = 0; n < 5; n++) added.push(await insert())
    const seen: string[] = []
    for (let query = ''; ; ) {
      const { body, text } = await sync.call('GET', `/webhooks?limit=2${query}`)
      expect(text).not.toContain('whsec_')
      seen.push(...body.items.map(({ id }: { id: string }) => id))
      if (body.next === null) break
      query = `&cursor=${body.next}`
    }
    expect(seen).toEqual(added.toSorted())
  })

  it('refuses the cursor of another list, and a limit out of range', async () => {
    const accounts = await makeApiCaller(services, ['accounts:read', 'accounts:write'])
    for (const id of ['a', 'b']) await accounts.call('POST', '/accounts', { body: { id, name: 'A' } })
    const { next } = (await accounts.call('GET', '/accounts?limit=1')).body
    const answer = await sync.call('GET', `/webhooks?cursor=${next}`)
    expect(answer).toMatchObject({ status: 400, body: { fields: { cursor: 'malformed' } } })
    expect((await sync.call('GET', '/webhooks?limit=0')).body.fields).toEqual({ limit: 'out_of_range' })
  })
})

describe('PATCH /api/v1/webhooks/<webhookId>', () => {
  it('changes the given fields, and nothing if nothing differs', async () => {
    const id = await insert()
    const described = { ...shown, description: 'CRM', kinds: ['user.created'] }
    expect((await patch(id, { description: 'CRM', kinds: ['user.created'] })).body).toEqual(described)
    const moved = await patch(id, { url: 'https://OTHER.example/', description: null, kinds: null })
    expect(moved.body).toEqual({ ...shown, url: 'https://other.example/' })
    const before = await eventsOf(id)
    expect(before).toEqual([
      ['webhook.updated', 'https://hooks.example', { changed: 'description' }],
      ['webhook.updated', 'https://other.example', { formerOrigin: 'https://hooks.example', changed: 'description' }],
    ])
    expect((await patch(id, moved.body)).body).toEqual(moved.body)
    expect((await patch(id, { url: 'https://OTHER.example' })).body).toEqual(moved.body)
    expect(await eventsOf(id)).toEqual(before)
  })

  it('pauses and resumes', async () => {
    const id = await insert()
    const paused = { ...shown, paused: true, pausedAt: instant, pauseReason: 'manual' }
    for (let times = 0; times < 2; times++) expect((await patch(id, { paused: true })).body).toEqual(paused)
    for (let times = 0; times < 2; times++) expect((await patch(id, { paused: false })).body).toEqual(shown)
    expect(await eventsOf(id)).toEqual([
      ['webhook.paused', 'https://hooks.example', { reason: 'manual' }],
      ['webhook.resumed', 'https://hooks.example', {}],
    ])
  })

  it('resumes at another URL in one request, and names the new origin', async () => {
    const id = await insert()
    const claim = { id, holder: 'snd_1', position: 0 }
    await services.db.updateTable('webhooks').set({ claimed_by: 'snd_1', position: 0 }).where('id', '=', id).execute()
    await services.db.transaction().execute((trx) => pauseClaimed(trx, claim, 'gone'))
    expect((await sync.call('GET', `/webhooks/${id}`)).body).toMatchObject({ paused: true, pauseReason: 'gone' })
    const moved = { url: 'https://other.example/', paused: false }
    expect((await patch(id, moved)).body).toEqual({ ...shown, ...moved })
    expect((await eventsOf(id)).map(([kind, name]) => [kind, name])).toEqual([
      ['webhook.updated', 'https://other.example'],
      ['webhook.resumed', 'https://other.example'],
    ])
  })

  it('changes all or nothing', async () => {
    const id = await insert()
    expect((await patch(id, { paused: true, url: 'https://10.0.0.7/' })).body.fields).toEqual({ url: 'not_public' })
    expect((await sync.call('GET', `/webhooks/${id}`)).body).toEqual(shown)
    expect(await eventsOf(id)).toEqual([])
  })

  it('with the same If-Match: one of 50 parallel requests wins, and deliveries don’t matter', async () => {
    const id = await insert()
    const { etag = '' } = (await sync.call('GET', `/webhooks/${id}`)).headers
    await services.db.updateTable('webhooks').set({ position: 7, attempts: 3 }).where('id', '=', id).execute()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => patch(id, { description: `CRM ${n}` }, { 'If-Match': etag })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(49)
  })

  it.each([
    [{ paused: null }, { paused: 'malformed' }],
    [{ paused: 'yes' }, { paused: 'malformed' }],
    [{ position: 5 }, { position: 'unknown' }],
    [{ secret: 'whsec_x' }, { secret: 'unknown' }],
  ])('refuses %j', async (body, fields) => {
    expect(await patch(await insert(), body)).toMatchObject({ status: 400, body: { fields } })
  })

  it('needs a recent confirmation from a person', async () => {
    const owner = personOf(services, await insertUser(services, { role: 'owner' }))
    const person = { ...owner, confirmedAt: owner.confirmedAt - confirmationMs }
    const change = { id: await insert(), change: () => ({ paused: true }), precondition: () => undefined }
    await expect(patchWebhook(services, person, change)).rejects.toMatchObject({ code: 'confirmation_required' })
  })
})

describe('DELETE /api/v1/webhooks/<webhookId>', () => {
  it('removes it', async () => {
    const id = await insert()
    const removed = await sync.call('DELETE', `/webhooks/${id}`)
    expect([removed.status, removed.text]).toEqual([204, ''])
    expect((await sync.call('GET', `/webhooks/${id}`)).status).toBe(404)
    expect(await eventsOf(id)).toEqual([['webhook.removed', 'https://hooks.example', {}]])
  })
})

describe('the signing secret', () => {
  const rotate = (id: string, headers = {}) => sync.call('POST', `/webhooks/${id}/secrets`, { headers })
  const endFormer = (id: string) => sync.call('DELETE', `/webhooks/${id}/secrets/former`)

  it('is rotated, signs beside the former one, and is alone once that is ended', async () => {
    const { id, secret: first } = await addWebhook(services, root, { url })
    const rotated = await rotate(id)
    expect([rotated.status, rotated.body]).toEqual([201, { secret: expect.stringMatching(/^whsec_/) }])
    expect(await secretsOf(id)).toEqual([rotated.body.secret, first])
    expect((await sync.call('GET', `/webhooks/${id}`)).body).toMatchObject({ formerSecretSigns: true })
    const again = await rotate(id)
    expect([again.status, again.body.error]).toEqual([409, 'conflict'])
    for (let times = 0; times < 2; times++) expect((await endFormer(id)).status).toBe(204)
    expect(await secretsOf(id)).toEqual([rotated.body.secret])
    expect((await eventsOf(id)).map(([kind]) => kind)).toEqual(['webhook.secret_rotated', 'webhook.secret_ended'])
  })

  it('is rotated once for one Idempotency-Key, also after a lost response', async () => {
    const id = await insert()
    const headers = { 'Idempotency-Key': 'k1' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(id, headers)))
    const later = await rotate(id, headers)
    const texts = new Set([...answers, later].map(({ status, text }) => `${status} ${text}`))
    expect([...texts]).toEqual([`201 ${later.text}`])
    expect((await secretsOf(id))[0]).toBe(later.body.secret)
    const elsewhere = await rotate(await insert(), headers)
    expect([elsewhere.status, elsewhere.body.error]).toEqual([422, 'idempotency_key_reused'])
  })

  it('is rotated by one of 20 parallel requests', async () => {
    const id = await insert()
    const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  })
})

it.each(['whk_none', '%00', '%', '..%2Fusers', "whk_' or '1'='1"])(
  'answers 404 for the webhook %s',
  async (segment) => {
    await insert()
    for (const [method, below, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { paused: true }],
      ['DELETE', '', undefined],
      ['GET', '/deliveries', undefined],
      ['POST', '/replays', { from: 1 }],
      ['POST', '/secrets', undefined],
      ['DELETE', '/secrets/former', undefined],
      ['POST', '/tests', undefined],
    ] as const) {
      const { status, body: answer } = await sync.call(method, `/webhooks/${segment}${below}`, body ? { body } : {})
      expect([method, below, status, answer.error]).toEqual([method, below, 404, 'not_found'])
    }
  },
)
