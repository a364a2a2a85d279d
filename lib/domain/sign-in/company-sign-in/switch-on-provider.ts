import { type AccessPreview, previewAccess } from '#lib/domain/sign-in/company-sign-in/preview-access.ts'
import {
  forgetTest,
  openTest,
  type TestOutcome,
  type TestProblem,
} from '#lib/domain/sign-in/company-sign-in/provider-test.ts'
import { providerEvent, type SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import { enableProvider, findHashedProvider, lockProviders } from '#lib/domain/sign-in/sign-in-providers/store.ts'
import { recordEvent } from '#lib/foundation/audit/store.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { requireManagerOf, requireRecentConfirmation } from '#lib/foundation/authorization/permissions.ts'
import type { Services } from '#lib/foundation/services.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** What a test sign-in of this session has shown. `preview`: by the mappings as they are now. */
export type ShownTest = Readonly<{ told: TestOutcome['told'] }> &
  Readonly<{ preview: AccessPreview } | { problem: TestProblem; code: string }>

/**
 * The session's test of the provider as it is set up now; undefined if there is none, or a setting has changed since.
 * @throws Refusal `forbidden` unless the actor is an owner; `not_found`
 */
export async function readProviderTest(
  services: Services,
  actor: PortalUser,
  providerId: string,
): Promise<ShownTest | undefined> {
  requireManagerOf(actor, 'owner')
  const found = await findHashedProvider(services.db, providerId)
  if (!found) throw new Refusal('not_found')
  const test = await openTest(services, services.db, { providerId, sessionId: actor.sessionId })
  if (!test) return undefined
  const { outcome, settingsHash } = test
  if (settingsHash !== found.settingsHash) {
    return { told: [], problem: 'changed', code: '' }
  }
  if ('problem' in outcome) return outcome
  return { told: outcome.told, preview: await previewAccess(services, found.provider, outcome.claims) }
}

/**
 * Lets users sign in with a provider, once a test sign-in of this session has succeeded with exactly its settings.
 * @throws Refusal `forbidden` unless the actor is an owner; `confirmation_required`; `not_found`; `conflict` without
 *   such a test
 */
export async function switchOnProvider(services: Services, actor: PortalUser, id: string): Promise<SignInProvider> {
  requireManagerOf(actor, 'owner')
  requireRecentConfirmation(actor, services.clock.now())
  return services.db.transaction().execute(async (trx) => {
    await lockProviders(trx)
    const found = await findHashedProvider(trx, id)
    if (!found) throw new Refusal('not_found')
    const { provider, settingsHash } = found
    const key = { providerId: id, sessionId: actor.sessionId }
    const test = await openTest(services, trx, key)
    if (!test || !('claims' in test.outcome) || test.settingsHash !== settingsHash) throw new Refusal('conflict')
    await enableProvider(trx, id)
    await forgetTest(trx, key)
    if (provider.isDisabled) {
      await recordEvent(trx, actor, providerEvent('sign_in_provider.updated', provider, { state: 'enabled' }))
    }
    return { ...provider, isDisabled: false }
  })
}
