import { Card } from '#app/(portal)/_details/card.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import styles from '#app/(portal)/settings/webhooks/_components/webhooks.module.css'
import { Code } from '#components/ui/code.tsx'
import { State } from '#components/ui/state.tsx'
import { Table } from '#components/ui/table.tsx'
import { type Delivery, isDelivered } from '#lib/domain/events/webhooks/webhook.ts'

/** The last attempts, with what the endpoint answered. */
export async function Deliveries({ deliveries }: Readonly<{ deliveries: readonly Delivery[] }>) {
  const [t, format] = await Promise.all([portalTranslator('webhooks'), portalFormatter()])
  const columns = [
    { id: 'event', header: t('deliveries.event') },
    { id: 'result', header: t('deliveries.result'), width: 'medium', onPhones: 'fact' },
    { id: 'seq', header: t('deliveries.seq'), width: 'small', priority: 3, onPhones: 'absent' },
    { id: 'took', header: t('deliveries.took'), width: 'small', priority: 2, onPhones: 'absent' },
    { id: 'at', header: t('deliveries.at'), width: 'medium', onPhones: 'fact' },
  ] as const
  const rows = deliveries.map((delivery) => ({
    id: delivery.id,
    cells: {
      event: <Event delivery={delivery} />,
      result: <Result delivery={delivery} />,
      seq: delivery.seq === null ? '–' : format.number(delivery.seq),
      took: t('deliveries.ms', { ms: delivery.durationMs }),
      at: <Moment at={delivery.at} />,
    },
  }))
  return (
    <Card title={t('deliveries.title')}>
      {rows.length === 0 ? (
        <p className={styles.hint}>{t('deliveries.none')}</p>
      ) : (
        <div className={styles.table}>
          <Table caption={t('deliveries.title')} columns={columns} rows={rows} />
        </div>
      )}
    </Card>
  )
}

async function Event({ delivery: { kind, answer } }: Readonly<{ delivery: Delivery }>) {
  const t = await portalTranslator('webhooks')
  return (
    <div>
      <Code>{kind}</Code>
      {answer !== '' && (
        <details className={styles.answer}>
          <summary>{t('deliveries.answer')}</summary>
          <pre>{answer}</pre>
        </details>
      )}
    </div>
  )
}

async function Result({ delivery }: Readonly<{ delivery: Delivery }>) {
  const t = await portalTranslator('webhooks')
  const { status, problem } = delivery
  const text = problem === null ? String(status) : t(`problems.${problem}`, { status: String(status) })
  return <State kind={isDelivered(delivery) ? 'on' : 'ended'}>{text}</State>
}
