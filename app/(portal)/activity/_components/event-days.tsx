import { portalFormatter, portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import styles from '#app/(portal)/activity/activity.module.css'
import { type Day, groupByDay } from '#app/(portal)/activity/group-events.ts'
import { dateFormat, type Fold } from '#lib/domain/events/activity/fold-events.ts'
import { getServices } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import { EventRow } from './event-row.tsx'

/** The rows of a page, newest first, in one card for each day of the reader. */
export async function EventDays({ folds }: Readonly<{ folds: readonly Fold[] }>) {
  const { timeZone } = await readPreferences()
  return groupByDay(folds, timeZone).map((day) => (
    <section key={day.date} className={styles.day} aria-labelledby={`day-${day.date}`}>
      <DayHeading day={day} />
      <ol className="lk-card" aria-labelledby={`day-${day.date}`}>
        {day.folds.map((fold) => (
          <EventRow key={fold.newest.id} fold={fold} />
        ))}
      </ol>
    </section>
  ))
}

async function DayHeading({ day: { date, folds } }: Readonly<{ day: Day }>) {
  const [t, format, { timeZone }, { clock }] = await Promise.all([
    portalTranslator('activity'),
    portalFormatter(),
    readPreferences(),
    getServices(),
  ])
  const today = dateFormat(timeZone)(clock.now())
  const recent = date === today ? t('today') : date === dayBefore(today) ? t('yesterday') : undefined
  const at = folds[0]?.newest.at ?? 0
  return (
    <h2 id={`day-${date}`} className={styles.heading}>
      {recent ?? format.dateTime(at, { weekday: 'long' })}{' '}
      <span>
        {format.dateTime(at, recent ? { weekday: 'long', month: 'long', day: 'numeric' } : { dateStyle: 'long' })}
      </span>
    </h2>
  )
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - dayMs).toISOString().slice(0, 10)
}
