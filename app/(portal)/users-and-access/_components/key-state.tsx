import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { State } from '#components/ui/state.tsx'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { keyAttention } from '#lib/domain/keys/api-keys/key-filter.ts'
import { getServices } from '#lib/foundation/services.ts'

const stateKinds = { active: 'on', disabled: 'off', revoked: 'ended', expired: 'ended' } as const

/** The state as a word, or as a chip if it is an exception. */
export async function KeyState({ apiKey }: Readonly<{ apiKey: ApiKey }>) {
  const [t, { clock }] = await Promise.all([portalTranslator('usersAndAccess'), getServices()])
  const { state, ownerActive } = apiKey
  if (state === 'active' && !ownerActive) return <State kind="off">{t('keys.states.ownerDeactivated')}</State>
  const attention = keyAttention(apiKey, clock.now())
  if (attention === 'expiring') return <State kind="waiting">{t('keys.attention.expiring')}</State>
  if (attention === 'unused') return <State kind="off">{t('keys.attention.unused')}</State>
  return <State kind={stateKinds[state]}>{t(`keys.states.${state}`)}</State>
}
