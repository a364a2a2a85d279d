import { beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '#lib/domain/accounts/accounts/manage-accounts.ts'
import { addReturnAddress } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { managementScopes } from '#lib/foundation/authorization/management-scopes.ts'
import { account } from '#lib/testing/accounts.ts'
import { insertUser, root } from '#lib/testing/people.ts'
import { runSample, sampleLanguages, whyNotRunnable } from '#lib/testing/run-sample.ts'
import { isComplete } from '#lib/testing/sampling.ts'
import { openFront, type TestFront } from '#lib/testing/test-front.ts'
import { issueTestTokens, makeTestKey } from '#lib/testing/test-programs.ts'
import { onlyOn } from '#lib/testing/test-services.ts'
import { contentOf } from '#lib/web/openapi/described-responses.ts'
import type { Operation } from '#lib/web/openapi/operation.ts'
import { operations } from '#lib/web/openapi/operations.ts'
import { type WrittenSample, writeSamples } from '#lib/web/openapi/write-samples.ts'

const sampled = operations.filter(({ samples = [] }) => samples.length > 0)

/** The owner of the key that a sample generates. */
const sampleOwnerId = 'usr_2f6Jm9dQ81xYbT2nVcRs'

let front: TestFront
let baseUrl: string
beforeEach(async () => {
  front = await openFront({})
  baseUrl = `http://127.0.0.1:${front.port}`
  await createAccount(front.services, root, account({ id: 'acme', name: 'Acme' }))
  await addReturnAddress(front.services, root, { origin: 'https://crm.example' })
  await insertUser(front.services, { username: 'shop', role: 'service' })
  await front.services.db.updateTable('users').set({ id: sampleOwnerId }).where('username', '=', 'shop').execute()
})

/** The environment of a reader: a key, and unused tokens. */
async function makeEnvironment(): Promise<Record<string, string>> {
  const scopes = ['sso', 'introspect', ...managementScopes] as const
  const key = await makeTestKey(front.services, { role: 'admin', rotatable: true, scopes: [...scopes] })
  const { accessToken, refreshToken } = await issueTestTokens(key)
  return {
    PLATFORM_CLIENT_ID: key.id,
    PLATFORM_CLIENT_SECRET: key.secret,
    PLATFORM_USERNAME: key.username,
    ACCESS_TOKEN: accessToken,
    REFRESH_TOKEN: refreshToken,
    ACCOUNT_ID: 'acme',
    BACK_URL: 'https://crm.example/case/7?tab=a&b=c',
  }
}

function samplesOf(operation: Operation, language: string): readonly WrittenSample[] {
  return writeSamples(operation, baseUrl).filter(({ label }) => label.endsWith(` · ${language}`))
}

const runnable = sampleLanguages.filter((language) => whyNotRunnable(language) === undefined)

// The database plays no part in it.
describe.each(sampleLanguages)('samples in %s', onlyOn('sqlite'), (language) => {
  const turn = runnable.indexOf(language)
  const reason = whyNotRunnable(language)
  beforeEach(({ skip }) => skip(reason !== undefined, reason))

  // In `npm test`, each operation in the first language and some in the others, and one that fails.
  const ownTurn = sampled.filter((_, index) => isComplete || turn === 0 || index % 16 === turn)
  const failing = sampled.filter(({ security }) => security?.includes('apiKey')).slice(0, isComplete ? undefined : 1)
  it.each(ownTurn)('run unchanged: $summary', async (operation) => {
    for (const sample of samplesOf(operation, language)) {
      const { code, output, errors } = await runSample(language, sample.source, await makeEnvironment())
      expect({ code, errors }, sample.label).toEqual({ code: 0, errors: '' })
      const content = contentOf(operation, 200)
      if (content === 'nothing') expect(output).toBe('')
      else if (typeof content === 'object') expect(content.safeParse(JSON.parse(output)).error).toBeUndefined()
    }
  })

  it('fail with the description of the error', async () => {
    const variables = { ...(await makeEnvironment()), PLATFORM_CLIENT_SECRET: 'nonsense' }
    for (const operation of failing) {
      const [sample] = samplesOf(operation, language)
      const { code, output, errors } = await runSample(language, sample?.source ?? '', variables)
      expect(code, operation.summary).not.toBe(0)
      expect(output + errors).toContain('The API key or its secret is not valid.')
    }
  })
})
