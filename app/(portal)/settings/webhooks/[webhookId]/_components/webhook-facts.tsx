import { Card } from '#app/(portal)/_details/card.tsx'
import { Facts } from '#app/(portal)/_details/facts.tsx'
import { Created } from '#app/(portal)/_details/two-lines.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import styles from '#app/(portal)/settings/webhooks/_components/webhooks.module.css'
import { maxWaiting } from '#lib/domain/events/webhooks/webhook.ts'
import type { WebhookPage } from '#lib/domain/events/webhooks/webhook-page.ts'

export async function WebhookFacts({ page: { webhook, waiting } }: Readonly<{ page: WebhookPage }>) {
  const [t, kinds, format] = await Promise.all([
    portalTranslator('webhooks'),
    portalTranslator('activity'),
    portalFormatter(),
  ])
  const { position, nextAttemptAt, paused, hasFormerSecret, secretCreatedAt } = webhook
  const names = webhook.kinds?.map((kind) => <li key={kind}>{kinds(`kinds.${kind}`)}</li>)
  const secret = (
    <span key="secret">
      {t(hasFormerSecret ? 'facts.twoSecrets' : 'facts.oneSecret')} <Moment at={secretCreatedAt} mode="date" />
    </span>
  )
  return (
    <Card title={t('facts.title')}>
      <Facts
        facts={[
          [t('facts.waiting'), t(waiting < maxWaiting ? 'facts.events' : 'facts.eventsAtLeast', { count: waiting })],
          [t('facts.position'), format.number(position)],
          ...(nextAttemptAt !== null && !paused
            ? [[t('columns.next'), <Moment key="next" at={nextAttemptAt} mode="dateTime" />] as const]
            : []),
          [t('facts.secret'), secret],
          [t('columns.added'), <Created key="added" {...webhook} />],
          [
            t('columns.kinds'),
            names ? (
              <ul key="kinds" className={styles.list}>
                {names}
              </ul>
            ) : (
              t('allKinds')
            ),
          ],
        ]}
      />
    </Card>
  )
}
