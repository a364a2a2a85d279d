import { expect, it } from 'vitest'
import { readEnv } from '#lib/env.ts'
import { insertRefusals } from '#lib/refusals/store.ts'
import { openCommandServices } from '#lib/services.ts'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { runCommandLine } from './command-line.ts'

const latchkey = createCommandLine(runCommandLine)

it('why explains a refusal by its request ID', async () => {
  await latchkey.run('migrate')
  const services = await openCommandServices({ ...readEnv({ DATA_DIR: latchkey.dataDir }), logLevel: 'silent' })
  await insertRefusals(services.db, [
    {
      requestId: 'req_1',
      at: Date.UTC(2026, 10, 24, 8, 15),
      endpoint: '/auth/v1/sso',
      status: 400,
      error: 'invalid_request',
      description: 'The value of backUrl is not acceptable: its origin is not registered.',
      reason: 'origin_unregistered',
      network: '203.0.113.7',
      shape: {
        method: 'POST',
        contentType: 'form',
        bodyLength: 60,
        fields: ['accountId', 'backUrl'],
        unknownFields: 1,
      },
      keyId: null,
      secretId: null,
      facts: { field: 'backUrl', origin: 'https://crm.example' },
    },
  ])
  await services.db.destroy()
  expect(await latchkey.run('why', 'req_1')).toEqual({
    status: 0,
    stderr: '',
    stdout: [
      'The origin https://crm.example isn’t registered. Register the origin as a return address, or send a registered one in backUrl.',
      '2026-11-24 08:15 UTC, POST /auth/v1/sso, 400 invalid_request',
      'from 203.0.113.7, no recognized key',
      'sent: accountId, backUrl, 1 unknown; content type form',
      '',
    ].join('\n'),
  })
  expect(await latchkey.json('why', 'req_1')).toMatchObject({ requestId: 'req_1', reason: 'origin_unregistered' })
  expect(await latchkey.run('why', 'req_2')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'No refusal is stored for this request ID.\n',
  })
})
