import { describe, expect, it } from 'vitest'
import { createCommandLine } from '#lib/testing/command-line.ts'
import { testStart } from '#lib/testing/test-services.ts'
import { runCommandLine } from './command-line.ts'
import { formatReceipt } from './grant-commands.ts'

const latchkey = createCommandLine(runCommandLine)

describe('grant show', () => {
  it('refuses an unknown ID', async () => {
    expect(await latchkey.run('grant', 'show', 'grt_0')).toMatchObject({ status: 1, stdout: '' })
  })

  it('prints the steps in columns', () => {
    const ids = { grantId: 'grt_0', accountId: 'acme', userId: 'usr_1', keyId: null }
    const steps = [
      { step: 'issued', at: testStart, network: null, reason: null },
      { step: 'refused', at: testStart + 20_000, network: '192.0.2.1', reason: 'expired' },
    ] as const
    expect(formatReceipt({ ...ids, state: 'expired', steps })).toEqual([
      'account  acme',
      'user     usr_1',
      'key      –',
      'state    expired',
      'TIME (UTC)                STEP               FROM',
      '2026-11-21T12:00:00.000Z  issued             –',
      '2026-11-21T12:00:20.000Z  refused (expired)  192.0.2.1',
    ])
  })
})
