import type { Database } from '#lib/db/database.ts'
import { type CheckResult, countOf, fail, ok } from '#lib/diagnostics/check-result.ts'
import type { Env } from '#lib/env.ts'
import { findProviderError } from '#lib/sign-in-providers/fetch-provider.ts'
import { fetchPublished } from '#lib/sign-in-providers/provider-metadata.ts'
import { listProviderRows } from '#lib/sign-in-providers/store.ts'

const check = 'sign-in providers'

/** Whether the discovery document and the keys of each enabled provider can be fetched. */
export async function checkProviders(
  db: Database,
  env: Pick<Env, 'baseUrl' | 'providerNetworks'>,
): Promise<CheckResult> {
  const enabled = (await listProviderRows(db)).filter(({ isDisabled }) => !isDisabled)
  const problems = await Promise.all(
    enabled.map(async ({ id, issuer }) => {
      const problem = await findProblem(env, issuer)
      return problem === undefined ? [] : [`${id} (${problem})`]
    }),
  )
  const failed = problems.flat()
  if (failed.length > 0) {
    const fix = 'Look with "latchkey sign-in provider test <id>" what is wrong, or disable it.'
    return fail(check, `The discovery document or the keys can't be fetched: ${failed.join(', ')}. ${fix}`)
  }
  return ok(check, enabled.length === 0 ? 'None.' : `${countOf(enabled.length, 'provider')} can be reached.`)
}

async function findProblem(
  env: Pick<Env, 'baseUrl' | 'providerNetworks'>,
  issuer: string,
): Promise<string | undefined> {
  try {
    const { keys } = await fetchPublished({ env }, issuer)
    await keys.reload()
    return undefined
  } catch (error) {
    return findProviderError(error)?.problem ?? 'keys'
  }
}
