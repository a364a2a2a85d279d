import type { Decision } from '#lib/access-requests/access-request.ts'
import { State } from '../../../components/ui/state.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'

const kinds = { approved: 'on', declined: 'off', pending: 'waiting' } as const

export async function RequestState({ decision }: Readonly<{ decision: Decision | null }>) {
  const t = await portalTranslator('accessRequests')
  const state = decision ?? 'pending'
  return <State kind={kinds[state]}>{t(`states.${state}`)}</State>
}
