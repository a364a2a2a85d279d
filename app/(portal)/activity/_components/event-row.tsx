import { IconChevronRight } from '@tabler/icons-react'
import { EventIcon } from '#app/(portal)/_details/event-icon.tsx'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import styles from '#app/(portal)/activity/activity.module.css'
import { detailsOf } from '#app/(portal)/activity/event-details.ts'
import type { Fold } from '#lib/domain/events/activity/fold-events.ts'
import type { AuditEvent } from '#lib/foundation/audit/event.ts'
import { hourMs, minuteMs } from '#lib/kernel/clock.ts'
import { EventFacts, Source } from './event-facts.tsx'
import { EventSentence, EventSubject } from './event-sentence.tsx'

type FoldProps = Readonly<{ fold: Fold }>
type EventProps = Readonly<{ event: AuditEvent }>

/**
 * One event, or a fold of equal events. The summary covers the whole row, so a click outside the links expands it; it
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
            <EventSentence event={addUp(fold)} /> {events.length > 1 && <Repeats fold={fold} />}
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

/** A longer fold is in the export. */
const maxUnfolded = 100

/** The newest event, with the numbers of all: an import writes an event for each batch. */
function addUp({ newest, events }: Fold): AuditEvent {
  if (newest.kind !== 'account.imported') return newest
  const sum = (name: string) => events.reduce((total, { details }) => total + Number(details[name] ?? 0), 0)
  return { ...newest, details: { ...newest.details, created: sum('created'), updated: sum('updated') } }
}

async function Folded({ fold: { newest, oldest, events, isBurst } }: FoldProps) {
  const [t, format] = await Promise.all([portalTranslator('activity'), portalFormatter()])
  const [first, last] = [oldest, newest].map(({ at }) => format.dateTime(at, { timeStyle: 'medium' }))
  return (
    <>
      <p className="lk-fine">{t('firstAndLast', { first: first ?? '', last: last ?? '' })}</p>
      <ol className={styles.folded}>
        {events.slice(0, maxUnfolded).map((event) => (
          <li key={event.id}>
            {isBurst ? (
              <>
                <ClockTime at={event.at} /> <EventSubject event={event} /> <code>{event.requestId}</code>
              </>
            ) : (
              <details>
                <summary>
                  <ClockTime at={event.at} /> <code>{event.requestId}</code> <DetailLine event={event} />
                </summary>
                <EventFacts event={event} />
              </details>
            )}
          </li>
        ))}
      </ol>
      {events.length > maxUnfolded && (
        <p className="lk-fine">{t('foldedRest', { count: events.length - maxUnfolded })}</p>
      )}
    </>
  )
}

/** "8 times in 3 min", or "and 199 more in 12 sec". */
async function Repeats({ fold: { newest, oldest, events, isBurst } }: FoldProps) {
  const [t, format] = await Promise.all([portalTranslator('activity'), portalFormatter()])
  const lasted = newest.at - oldest.at
  const [unit, unitMs] =
    lasted >= hourMs
      ? (['hour', hourMs] as const)
      : lasted >= minuteMs
        ? (['minute', minuteMs] as const)
        : (['second', 1_000] as const)
  const span = format.number(Math.max(1, Math.round(lasted / unitMs)), { style: 'unit', unit, unitDisplay: 'short' })
  const text = isBurst
    ? t('moreIn', { count: events.length - 1, span })
    : newest.kind === 'account.imported'
      ? t('within', { span })
      : t('timesIn', { count: events.length, span })
  return <span className={styles.times}>{text}</span>
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
