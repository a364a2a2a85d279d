import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#lib/kernel/clock.ts'
import { readEnv } from '#lib/kernel/env.ts'
import type { CheckResult } from '#lib/server/diagnostics/check-result.ts'
import { runChecks } from '#lib/server/diagnostics/run-checks.ts'
import { findFreePort } from '#lib/testing/free-port.ts'
import {
  platformKey,
  platformVariables,
  refuse,
  startTestPlatform,
  type TestPlatform,
} from '#lib/testing/test-platform.ts'

let there: TestPlatform
beforeEach(async () => {
  there = await startTestPlatform()
})

async function find(variables: Record<string, string> = {}): Promise<CheckResult | undefined> {
  const env = readEnv({ DATA_DIR: '/nowhere', ...platformVariables(there), ...variables })
  return (await runChecks(env, systemClock)).find((finding) => finding.check === 'platform')
}

describe('examining another platform', () => {
  it('is left out where there is none', async () => {
    const names = ['PLATFORM_URL', 'PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET', 'PLATFORM_USERNAME']
    expect(await find(Object.fromEntries(names.map((name) => [name, ''])))).toBeUndefined()
  })

  it('tries the key and the name of its owner, with tokens of its own', async () => {
    expect(await find()).toEqual({
      check: 'platform',
      verdict: 'ok',
      sentence: `${there.url} accepts the key lkid_platform and renews its tokens for crm.`,
    })
    expect(there.asked.map(({ path, fields }) => [path, fields.grantType])).toEqual([
      ['/auth/v1/token', 'client_credentials'],
      ['/auth/v1/token', 'refresh_token'],
    ])
  })

  it('tries the key alone without a name', async () => {
    expect(await find({ PLATFORM_USERNAME: '' })).toMatchObject({
      verdict: 'ok',
      sentence: `${there.url} accepts the key lkid_platform.`,
    })
    expect(there.asked).toHaveLength(1)
  })

  it('warns of a name that is not the owner’s', async () => {
    expect(await find({ PLATFORM_USERNAME: 'erp' })).toMatchObject({
      verdict: 'warn',
      sentence: `${there.url} does not renew tokens for erp: set PLATFORM_USERNAME to the name of the key's owner there, or unset it.`,
    })
  })

  it('fails for a key that is not accepted, without showing its secret', async () => {
    const finding = await find({ PLATFORM_CLIENT_SECRET: `${platformKey.secret}_x` })
    expect(finding).toMatchObject({ verdict: 'fail', sentence: expect.stringContaining('not accept the key') })
    expect(finding?.sentence).not.toContain(platformKey.secret)
  })

  it('fails where nothing answers, or something else does', async () => {
    const nobody = `http://127.0.0.1:${await findFreePort()}`
    expect(await find({ PLATFORM_URL: nobody })).toMatchObject({
      verdict: 'fail',
      sentence: `${nobody} does not answer: check PLATFORM_URL and the way there.`,
    })
    expect(await find({ PLATFORM_URL: `${there.url}/elsewhere` })).toMatchObject({
      verdict: 'fail',
      sentence: `What answers at ${there.url}/elsewhere is no such platform: check PLATFORM_URL.`,
    })
  })

  it('warns of one that is busy', async () => {
    there.next('/auth/v1/token', refuse(429, 'too_many_requests', '', { 'Retry-After': '30' }))
    expect(await find()).toMatchObject({ verdict: 'warn' })
  })
})
