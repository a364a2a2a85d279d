import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { State } from '#components/ui/state.tsx'
import type { Webhook } from '#lib/domain/events/webhooks/webhook.ts'

export async function WebhookState({ webhook: { paused, attempts } }: Readonly<{ webhook: Webhook }>) {
  const t = await portalTranslator('webhooks')
  if (paused) return <State kind={paused.reason === 'manual' ? 'off' : 'ended'}>{t('states.paused')}</State>
  return attempts > 0 ? (
    <State kind="waiting">{t('states.retrying')}</State>
  ) : (
    <State kind="on">{t('states.active')}</State>
  )
}

export async function Kinds({ kinds }: Pick<Webhook, 'kinds'>) {
  const t = await portalTranslator('webhooks')
  return kinds === null ? t('allKinds') : t('someKinds', { count: kinds.length })
}
