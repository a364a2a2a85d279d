import { IconChevronRight } from '@tabler/icons-react'
import type { AuditEvent } from '#lib/audit/event.ts'
import { hourMs, minuteMs } from '#lib/clock.ts'
import { portalFormatter, portalTranslator } from '../../_preferences/preferences.ts'
import styles from '../activity.module.css'
import { detailsOf } from '../event-details.ts'
import type { Fold } from '../group-events.ts'
import { EventFacts, Source } from './event-facts.tsx'
import { EventIcon } from './event-icon.tsx'
import { EventSentence } from './event-sentence.tsx'

type FoldProps = Readonly<{ fold: Fold }>
type EventProps = Readonly<{ event: AuditEvent }>

/**
 * One event, or a fold of equal events. The summary covers the whole row, so a click beside the links expands it; it
 * contains no links, which a button must not contain.
 */
export async function EventRow({ fold }: FoldProps) {
  const { newest, events } = fold
  const name = `${newest.id}-what`
  return (
    <li className={styles.event}>
      <div className={styles.head}>
        <ClockTime at={newest.at} />
        <EventIcon kind={newest.kind} />
        <div id={name} className={styles.what}>
          <p>
            <EventSentence event={newest} /> {events.length > 1 && <Repeats fold={fold} />}
          </p>
          <DetailLine event={newest} />
        </div>
        <span className={styles.from}>
          <Source address={newest.address} />
        </span>
      </div>
      <details className={styles.details}>
        <summary aria-labelledby={name}>
          <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
        </summary>
        <div className={styles.content}>
          {events.length > 1 ? <Folded fold={fold} /> : <EventFacts event={newest} />}
        </div>
      </details>
    </li>
  )
}

async function Folded({ fold: { newest, oldest, events } }: FoldProps) {
  const [t, format] = await Promise.all([portalTranslator('activity'), portalFormatter()])
  const [first, last] = [oldest, newest].map(({ at }) => format.dateTime(at, { timeStyle: 'medium' }))
  return (
    <>
      <p className="lk-fine">{t('firstAndLast', { first: first ?? '', last: last ?? '' })}</p>
      <ol className={styles.folded}>
        {events.map((event) => (
          <li key={event.id}>
            <details>
              <summary>
                <ClockTime at={event.at} /> <code>{event.requestId}</code> <DetailLine event={event} />
              </summary>
              <EventFacts event={event} />
            </details>
          </li>
        ))}
      </ol>
    </>
  )
}

/** "8 times in 3 min". */
async function Repeats({ fold: { newest, oldest, events } }: FoldProps) {
  const [t, format] = await Promise.all([portalTranslator('activity'), portalFormatter()])
  const lasted = newest.at - oldest.at
  const [unit, unitMs] =
    lasted >= hourMs
      ? (['hour', hourMs] as const)
      : lasted >= minuteMs
        ? (['minute', minuteMs] as const)
        : (['second', 1_000] as const)
  const span = format.number(Math.max(1, Math.round(lasted / unitMs)), { style: 'unit', unit, unitDisplay: 'short' })
  return <span className={styles.times}>{t('timesIn', { count: events.length, span })}</span>
}

async function DetailLine({ event }: EventProps) {
  const facts = detailsOf(event)
  if (facts.length === 0) return null
  const t = await portalTranslator('activity')
  return <span className="lk-fine">{facts.map(([name, value]) => t(`facts.${name}`, { value })).join('\u00a0· ')}</span>
}

/** The time of day, with the full date as title. */
async function ClockTime({ at }: Readonly<{ at: number }>) {
  const format = await portalFormatter()
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at, { dateStyle: 'full', timeStyle: 'long' })}>
      {format.dateTime(at, { timeStyle: 'medium' })}
    </time>
  )
}
