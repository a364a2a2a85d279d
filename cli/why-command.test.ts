import { beforeAll, expect, it } from 'vitest'
import { insertRefusals } from '#lib/domain/events/refusals/store.ts'
import type { KeptRefusal } from '#lib/foundation/buffers/kept-refusal.ts'
import { compareCommands, createdKey } from '#lib/testing/compared-commands.ts'
import { requestToken } from '#lib/testing/listening-server.ts'
import { runCommandLine } from './command-line.ts'

const { latchkey, here, there, thereWith, server } = compareCommands(runCommandLine)

const refusal = {
  requestId: 'req_1',
  at: Date.UTC(2026, 10, 24, 8, 15),
  endpoint: '/auth/v1/sso',
  status: 400,
  error: 'invalid_request',
  description: 'The value of backUrl is not acceptable: its origin is not registered.',
  reason: 'origin_unregistered',
  network: '203.0.113.7',
  shape: { method: 'POST', contentType: 'form', bodyLength: 60, fields: ['accountId', 'backUrl'], unknownFields: 1 },
  keyId: null,
  secretId: null,
  facts: { field: 'backUrl', origin: 'https://crm.example' },
} as const satisfies KeptRefusal

let shop: { keyId: string; secret: string }

beforeAll(async () => {
  shop = createdKey.parse(await latchkey.json('key', 'create', '--user', 'ada', '--name', 'Shop'))
  const ofShop = { requestId: 'req_2', keyId: shop.keyId, reason: 'key_expired' } as const
  await insertRefusals(server().services.db, [
    refusal,
    { ...refusal, ...ofShop, facts: { expiredAt: Date.UTC(2026, 10, 23, 12) } },
  ])
})

const explained = (cause: string, key: string) => ({
  status: 0,
  stderr: '',
  stdout: [
    cause,
    '2026-11-24 08:15 UTC, POST /auth/v1/sso, 400 invalid_request',
    `from 203.0.113.7, ${key}`,
    'sent: accountId, backUrl, 1 unknown; content type form',
    '',
  ].join('\n'),
})
const cause = 'The origin https://crm.example isn’t registered.'
const remedy = 'Register the origin as a return address, or send a registered one in backUrl.'

it('why explains a refusal by its request ID, here and there', async () => {
  const byKey = explained(
    'The key expired on November 23, 2026 at 12:00 PM. Generate a new key and use it in your program.',
    `Shop (${shop.keyId})`,
  )
  for (const run of [here, there]) {
    expect(await run('why', 'req_1')).toEqual(explained(`${cause} ${remedy}`, 'no recognized key'))
    expect(await run('why', 'req_2')).toEqual(byKey)
    const { facts: _, ...kept } = refusal
    expect(JSON.parse((await run('why', 'req_1', '--json')).stdout)).toEqual({
      ...kept,
      cause,
      remedy,
      keyName: null,
      accountId: null,
      origin: 'https://crm.example',
      field: 'backUrl',
      scope: null,
    })
  }
})

it('why refuses an unknown request ID', async () => {
  expect(await here('why', 'req_3')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'No refusal is stored for this request ID.\n',
  })
  expect(await there('why', 'req_3')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^No refusal that this access token can read is stored for this request ID\. \(404, request ID req_\w+\)\n$/,
    ),
  })
})

it('why explains the refusals of a key to its own token alone', async () => {
  const token = await requestToken(server().url, shop)
  expect((await thereWith(token, 'why', 'req_2')).status).toBe(0)
  expect((await thereWith(token, 'why', 'req_1')).status).toBe(1)
})
