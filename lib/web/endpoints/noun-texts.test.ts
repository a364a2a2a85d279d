import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { groupFields } from '#lib/domain/accounts/account-groups/fields.ts'
import { updateGroup } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import { optionalFields } from '#lib/domain/accounts/accounts/account.ts'
import { accountFields } from '#lib/domain/accounts/accounts/fields.ts'
import { updateAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { accountSchema } from '#lib/domain/accounts/accounts/schema.ts'
import { webhookFields } from '#lib/domain/events/webhooks/fields.ts'
import { updateWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { keyFields } from '#lib/domain/keys/api-keys/fields.ts'
import { updateApiKey } from '#lib/domain/keys/api-keys/update-api-key.ts'
import { updateUser } from '#lib/domain/people/user-lifecycle/change-user.ts'
import { userFields } from '#lib/domain/people/users/fields.ts'
import type { ManagementScope } from '#lib/foundation/authorization/management-scopes.ts'
import type { Services } from '#lib/foundation/services.ts'
import type { DeclaredField } from '#lib/kernel/declare-fields.ts'
import { parseInput } from '#lib/kernel/parse-input.ts'
import { type ApiCaller, makeApiCaller } from '#lib/testing/api-client.ts'
import { root } from '#lib/testing/people.ts'
import { makeTestKey } from '#lib/testing/test-programs.ts'
import { openTestServices, type TestServices } from '#lib/testing/test-services.ts'

// The texts that nouns declare, in each place that derives from the declaration: a place that loses one fails here.

type Given = Readonly<Record<string, string | null>>

type Noun = Readonly<{
  table: string
  path: string
  /** Its event of a change. */
  kind: string
  scopes: ManagementScope[]
  fields: Readonly<Record<string, DeclaredField>>
  /** What else a new one has, and another value of that. */
  base: Given
  other: Given
  /** As the form does: a text that it doesn't have is removed. */
  submit: (services: Services, id: string, texts: Given) => Promise<unknown>
}>

const asIs = (field: DeclaredField) => field
const accountId = 'at-100021'
const url = 'https://hooks.example/latchkey'

const nouns = {
  account: {
    table: 'accounts',
    path: '/accounts',
    kind: 'account.updated',
    scopes: ['accounts:read', 'accounts:write'],
    fields: accountFields.perField(asIs),
    base: { id: accountId, name: 'Acme' },
    other: { name: 'Other' },
    submit: (services, id, texts) => {
      const form = Object.fromEntries(optionalFields.map((field) => [field, texts[field] ?? '']))
      return updateAccount(services, root, parseInput(accountSchema, { id, name: 'Acme', ...form }))
    },
  },
  'account group': {
    table: 'account_groups',
    path: '/account-groups',
    kind: 'account_group.updated',
    scopes: ['accounts:read', 'accounts:write'],
    fields: groupFields.perField(asIs),
    base: { name: 'Alpine' },
    other: { name: 'Other' },
    submit: (services, groupId, texts) => updateGroup(services, root, { groupId, name: 'Alpine', ...texts }),
  },
  'API key': {
    table: 'api_keys',
    path: '/keys',
    kind: 'api_key.updated',
    scopes: ['keys:read', 'keys:write'],
    fields: keyFields.perField(asIs),
    base: { name: 'CRM' },
    other: { name: 'Other' },
    submit: (services, keyId, texts) => updateApiKey(services, root, { keyId, name: 'CRM', ...texts }),
  },
  user: {
    table: 'users',
    path: '/users',
    kind: 'user.updated',
    scopes: ['users:read', 'users:write'],
    fields: userFields.perField(asIs),
    base: { username: 'anna', name: 'Anna', email: 'anna@corp.example', role: 'agent' },
    other: { name: 'Other' },
    submit: (services, userId, texts) => updateUser(services, root, { userId, name: 'Anna', role: 'agent', ...texts }),
  },
  webhook: {
    table: 'webhooks',
    path: '/webhooks',
    kind: 'webhook.updated',
    scopes: ['webhooks:read', 'webhooks:write'],
    fields: webhookFields.perField(asIs),
    base: { url },
    other: { url: `${url}/other` },
    submit: (services, id, texts) => updateWebhook(services, root, { id, url, ...texts }),
  },
} as const satisfies Readonly<Record<string, Noun>>

let services: TestServices
beforeEach(async () => {
  services = await openTestServices()
})

/** Each place of a noun that has its texts. */
function placesOf({ table, path, kind, base, submit }: Noun, program: ApiCaller) {
  const call = async (method: string, at: string, body?: Given): Promise<Given> => {
    const response = await program.call(method, at, body && { body })
    expect(response.status, response.text).toBeLessThan(300)
    return response.body
  }
  const insert = async (texts: Given): Promise<Given> => {
    if (table !== 'api_keys') return call('POST', path, { ...base, ...texts })
    // A key is generated without texts.
    const { id } = await makeTestKey(services, { scopes: ['sso'] })
    return call('PATCH', `${path}/${id}`, texts)
  }
  return {
    insert,
    resource: (id: string) => call('GET', `${path}/${id}`),
    list: async (id: string) => {
      const { items } = (await program.call('GET', path)).body
      return (items as Given[]).find((listed) => listed.id === id) ?? {}
    },
    patch: (id: string, texts: Given) => call('PATCH', `${path}/${id}`, texts),
    form: (id: string, texts: Given) => submit(services, id, texts),
    column: async (id: string) => {
      const { rows } = await sql<Given>`select * from ${sql.table(table)} where id = ${id}`.execute(services.db)
      return rows[0] ?? {}
    },
    /** What the newest change changed. */
    event: async (id: string): Promise<string[]> => {
      const row = await services.db
        .selectFrom('audit_events')
        .select('details')
        .where('kind', '=', kind)
        .where('subject_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirst()
      return row ? String(JSON.parse(row.details).changed).split(', ') : []
    },
  }
}

type Places = ReturnType<typeof placesOf>

/** The places that lack the text. */
async function lackingPlaces(places: Places, { fields, other }: Noun, name: string): Promise<string[]> {
  const { column, example } = fields[name] ?? expect.fail(`no ${name}`)
  const lacking = new Set<string>()
  const check = (place: string, passes: boolean) => passes || lacking.add(place)
  const { id } = await places.insert({ [name]: example })
  if (typeof id !== 'string') throw new Error('no ID')
  const stored = async () => (await places.column(id))[column] || null
  const shown = async () => (await places.resource(id))[name]
  check('insert', (await stored()) === example)
  await places.patch(id, { [name]: null })
  check('patch', (await stored()) === null)
  check('event', (await places.event(id)).includes(name))
  const patched = await places.patch(id, { [name]: example })
  check('patch', (await stored()) === example)
  check('resource', patched[name] === example && (await shown()) === example)
  await places.patch(id, other)
  check('merge', (await stored()) === example)
  check('list', (await places.list(id))[name] === example)
  await places.form(id, {})
  check('form', (await stored()) === null && (await shown()) === null)
  await places.form(id, { [name]: example })
  check('form', (await stored()) === example)
  check('event', (await places.event(id)).includes(name))
  return [...lacking]
}

const cases = Object.entries<Noun>(nouns).flatMap(([noun, described]) =>
  Object.keys(described.fields).map((name) => ({ noun, described, name })),
)

it.each(cases)('$name of $noun is in each place', async ({ described, name }) => {
  const places = placesOf(described, await makeApiCaller(services, described.scopes))
  expect(await lackingPlaces(places, described, name)).toEqual([])
})

describe('a place that loses a text is found:', () => {
  const { user } = nouns
  const lost = ({ note: _, ...others }: Given): Given => others
  const lossy: Readonly<Record<keyof Places, (places: Places) => Partial<Places>>> = {
    insert: ({ insert }) => ({ insert: (texts) => insert(lost(texts)) }),
    resource: ({ resource }) => ({ resource: async (id) => lost(await resource(id)) }),
    list: ({ list }) => ({ list: async (id) => lost(await list(id)) }),
    patch: ({ patch }) => ({ patch: (id, texts) => patch(id, { name: 'Anna', ...lost(texts) }) }),
    form: ({ form }) => ({ form: (id, texts) => form(id, lost(texts)) }),
    column: ({ column }) => ({ column: async (id) => lost(await column(id)) }),
    event: ({ event }) => ({ event: async (id) => (await event(id)).filter((field) => field !== 'note') }),
  }

  it.each(Object.keys(lossy) as (keyof Places)[])('%s', async (place) => {
    const places = placesOf(user, await makeApiCaller(services, user.scopes))
    const planted = lackingPlaces({ ...places, ...lossy[place](places) }, user, 'note')
    // Without its column a text is missing wherever it is stored.
    expect(await planted).toContain(place === 'column' ? 'insert' : place)
  })
})
