import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { State } from '#components/ui/state.tsx'
import type { Decision } from '#lib/domain/people/access-requests/access-request.ts'

const kinds = { approved: 'on', declined: 'off', pending: 'waiting' } as const

export async function RequestState({ decision }: Readonly<{ decision: Decision | null }>) {
  const t = await portalTranslator('accessRequests')
  const state = decision ?? 'pending'
  return <State kind={kinds[state]}>{t(`states.${state}`)}</State>
}
