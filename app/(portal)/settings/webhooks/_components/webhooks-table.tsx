import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { webhookHref } from '#app/(portal)/_urls/webhooks-url.ts'
import { RovingRows } from '#components/roving-rows.tsx'
import { Link } from '#components/ui/link.tsx'
import { Table } from '#components/ui/table.tsx'
import type { ListedWebhook } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { webhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import { Kinds, WebhookState } from './webhook-state.tsx'
import styles from './webhooks.module.css'

export async function WebhooksTable({ webhooks }: Readonly<{ webhooks: readonly ListedWebhook[] }>) {
  const t = await portalTranslator('webhooks')
  const columns = [
    { id: 'endpoint', header: t('columns.endpoint') },
    { id: 'kinds', header: t('columns.kinds'), width: 'medium', onPhones: 'fact' },
    { id: 'added', header: t('columns.added'), width: 'medium', priority: 3, onPhones: 'absent' },
    { id: 'next', header: t('columns.next'), width: 'medium', priority: 2, onPhones: 'moment' },
    { id: 'state', header: t('columns.state'), width: 'medium', onPhones: 'state' },
  ] as const
  const rows = webhooks.map((webhook) => ({
    id: webhook.id,
    cells: {
      endpoint: <Endpoint webhook={webhook} />,
      kinds: <Kinds kinds={webhook.kinds} />,
      added: <Moment at={webhook.createdAt} mode="date" />,
      next: webhook.nextAttemptAt !== null && !webhook.paused && <Moment at={webhook.nextAttemptAt} />,
      state: <WebhookState webhook={webhook} />,
    },
  }))
  return (
    <div className={styles.table}>
      <RovingRows>
        <Table caption={t('title')} columns={columns} rows={rows} />
      </RovingRows>
    </div>
  )
}

async function Endpoint({ webhook }: Readonly<{ webhook: ListedWebhook }>) {
  const t = await portalTranslator('webhooks')
  const { id, url, lost } = webhook
  return (
    <div>
      <Link className={styles.url} href={webhookHref(id)}>
        {url}
      </Link>
      {webhookTexts
        .filter((field) => webhook[field] !== '')
        .map((field) => (
          <span key={field} className={styles.note}>
            {webhook[field]}
          </span>
        ))}
      {lost && <span className={styles.note}>{t('lost', lost)}</span>}
    </div>
  )
}
