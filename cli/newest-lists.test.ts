import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { insertRefusals } from '#lib/domain/events/refusals/store.ts'
import { compareCommands, createdKey } from '#lib/testing/compared-commands.ts'
import { requestToken } from '#lib/testing/listening-server.ts'
import { runCommandLine } from './command-line.ts'

const { latchkey, here, there, thereWith, compare, server, token } = compareCommands(runCommandLine)
const day = Date.UTC(2026, 10, 24)
const withGrants = z.object({ grants: z.array(z.looseObject({ accountId: z.string() })) })
const accountsOf = (stdout: string) => withGrants.parse(JSON.parse(stdout)).grants.map(({ accountId }) => accountId)

async function requestLink(accountId: string): Promise<void> {
  const fields = new URLSearchParams({ accountId, backUrl: 'https://shop.example/' })
  const headers = { Authorization: `Bearer ${token()}` }
  expect((await fetch(`${server().url}/auth/v1/sso`, { method: 'POST', headers, body: fields })).status).toBeLessThan(
    400,
  )
}

beforeAll(async () => {
  await here('return-address', 'add', 'https://shop.example')
  for (const id of ['nord', 'ost']) await here('account', 'create', '--id', id, '--name', id)
  for (const id of ['nord', 'ost', 'nord']) await requestLink(id)
  const shape = {
    method: 'POST',
    contentType: 'form',
    bodyLength: 60,
    fields: ['accountId'],
    unknownFields: 1,
  } as const
  await insertRefusals(
    server().services.db,
    Array.from({ length: 205 }, (_, index) => ({
      requestId: `req_${index}`,
      at: day + index * 1_000,
      endpoint: '/auth/v1/sso',
      status: 400,
      error: 'invalid_request',
      description: 'The origin is not registered.',
      network: '203.0.113.7',
      shape,
      reason: index % 2 === 0 ? ('origin_unregistered' as const) : ('field_missing' as const),
      keyId: null,
      secretId: null,
      facts: { field: 'backUrl', origin: 'https://crm.example' },
    })),
  )
})

describe('grant list', () => {
  it('shows the newest links, of an account, a user or a key', async () => {
    const { one } = await compare('grant', 'list')
    expect(one.stdout).toMatch(
      /^ISSUED \(UTC\) .*\n.* grt_\w+ {2}nord .* issued\n.* grt_\w+ {2}ost .* issued\n.* grt_\w+ {2}nord .* issued\n$/,
    )
    expect(accountsOf((await compare('grant', 'list', '--json')).one.stdout)).toEqual(['nord', 'ost', 'nord'])
    const select = async (...words: string[]) =>
      accountsOf((await compare('grant', 'list', '--json', ...words)).one.stdout)
    expect(await select('--account', 'ost')).toEqual(['ost'])
    expect(await select('--user', 'ADA@example.com', '--limit', '2')).toEqual(['nord', 'ost'])
    expect(await select('--key', 'lkid_unknown')).toEqual([])
    expect((await compare('grant', 'list', '--account', 'nord-ost')).one).toEqual({
      status: 0,
      stdout: '',
      stderr: 'No account has the ID nord-ost. Check the spelling.\n',
    })
  })

  it('is refused for an unknown user, malformed IDs and no number', async () => {
    await compare('grant', 'list', '--user', 'nobody')
    expect((await compare('grant', 'list', '--account', '', '--key', 'a b')).one.stderr).toBe(
      'Refused: --account is missing, the key ID is not valid.\n',
    )
    expect((await there('grant', 'list', '--limit', '0')).status).toBe(2)
  })
})

describe('refusal list', () => {
  it('shows the newest refusals, and goes on to the next page', async () => {
    const { one } = await compare('refusal', 'list', '--limit', '203', '--json')
    const { refusals } = JSON.parse(one.stdout)
    expect(refusals).toHaveLength(203)
    expect([refusals[0].requestId, refusals.at(-1).requestId]).toEqual(['req_204', 'req_2'])
    expect(refusals[0]).toMatchObject({
      at: day + 204_000,
      reason: 'origin_unregistered',
      origin: 'https://crm.example',
    })
    expect((await compare('refusal', 'list')).one.stdout.split('\n')).toHaveLength(52)
  })

  it('of a reason and a time', async () => {
    const { one } = await compare(
      'refusal',
      'list',
      '--reason',
      'field_missing',
      '--since',
      '2026-11-24T00:00:01Z',
      '--until',
      '2026-11-24T01:00:05+01:00',
    )
    expect(one.stdout.match(/req_\d+/g)).toEqual(['req_3', 'req_1'])
    expect((await compare('refusal', 'list', '--key', 'lkid_unknown')).one.stdout).toBe('')
  })

  it('is refused for a reason that there is not, and a malformed time', async () => {
    expect((await compare('refusal', 'list', '--reason', 'mood', '--since', 'today')).one).toEqual({
      status: 1,
      stdout: '',
      stderr: 'Refused: --reason does not exist or is not active, --since is not valid.\n',
    })
  })
})

it.each([
  [['grant', 'list'], 'grants:read'],
  [['refusal', 'list'], 'events:read'],
])('%j needs the scope %s', async (command, scope) => {
  const words = ['key', 'create', '--user', 'ada', '--name', 'Reader', '--scopes', 'accounts:read']
  const reader = await requestToken(server().url, createdKey.parse(await latchkey.json(...words)))
  const { status, stdout, stderr } = await thereWith(reader, ...command)
  expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(`lacks the scope ${scope}`)])
})
