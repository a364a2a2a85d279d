import type { AuditEvent } from '#lib/audit/event.ts'
import { Table } from '../../../../components/ui/table.tsx'
import { Moment } from '../../_preferences/moment.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import styles from '../activity.module.css'
import { EventSentence } from './event-sentence.tsx'

export async function EventList({ events }: Readonly<{ events: readonly AuditEvent[] }>) {
  const t = await portalTranslator('activity')
  const rows = events.map((event) => ({
    id: event.id,
    cells: {
      when: (
        <span className={styles.when}>
          <Moment at={event.at} mode="dateTime" />
        </span>
      ),
      what: <EventSentence event={event} />,
      where: (
        <span className={styles.where}>
          {event.address === 'command line' ? t('commandLine') : <code>{event.address}</code>}
        </span>
      ),
    },
  }))
  const columns = [
    { id: 'when', header: t('columns.when'), narrow: true },
    { id: 'what', header: t('columns.what') },
    { id: 'where', header: t('columns.where'), narrow: true },
  ] as const
  return <Table caption={t('caption')} columns={columns} rows={rows} />
}
