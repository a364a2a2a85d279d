import type { AuditEvent } from '#lib/audit/event.ts'
import { Table } from '../../../../components/ui/table.tsx'
import { Time } from '../../../../components/ui/time.tsx'
import { portalTranslator, readPreferences } from '../../_preferences/preferences.ts'
import styles from '../activity.module.css'
import { EventSentence } from './event-sentence.tsx'

type Props = Readonly<{ events: readonly AuditEvent[]; now: number }>

export async function EventList({ events, now }: Props) {
  const [t, { locale, timeZone }] = await Promise.all([portalTranslator('activity'), readPreferences()])
  const rows = events.map((event) => ({
    id: event.id,
    cells: {
      when: (
        <span className={styles.when}>
          <Time at={event.at} now={now} locale={locale} timeZone={timeZone} mode="dateTime" />
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
