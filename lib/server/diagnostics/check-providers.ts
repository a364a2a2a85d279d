import { findProviderError } from '#lib/domain/sign-in/sign-in-providers/fetch-provider.ts'
import { fetchPublished } from '#lib/domain/sign-in/sign-in-providers/provider-metadata.ts'
import { listProviderRows } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import type { Database } from '#lib/foundation/db/database.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import type { Env } from '#lib/kernel/env.ts'
import { type CheckResult, countOf, fail, ok, warn } from '#lib/server/diagnostics/check-result.ts'
import { countUsersWithUntoldGroups } from '#lib/server/diagnostics/store.ts'

const check = 'sign-in providers'
/** How far back sign-ins without groups count. */
const untoldMs = 7 * dayMs

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
  const untold = await countUsersWithUntoldGroups(db, untoldMs)
  if (untold > 0) {
    const fix = 'They keep their access. At Entra ID, send only "Groups assigned to the application".'
    const days = untoldMs / dayMs
    return warn(check, `The groups of ${countOf(untold, 'user')} could not be read in the last ${days} days. ${fix}`)
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
