import type { AuditEvent } from '#lib/audit/event.ts'

/** Consecutive events with the same sentence and IP address, newest first. Never empty. */
export type Fold = Readonly<{ newest: AuditEvent; oldest: AuditEvent; events: readonly AuditEvent[] }>

export type Day = Readonly<{
  /** `YYYY-MM-DD` in the reader's time zone. */
  date: string
  folds: readonly Fold[]
}>

/** Groups a page of events, newest first, by day in the time zone, and folds repeats within a day. */
export function groupEvents(events: readonly AuditEvent[], timeZone: string): Day[] {
  const dateOf = dateFormat(timeZone)
  const days: { date: string; folds: Fold[] }[] = []
  for (const event of events) {
    const date = dateOf(event.at)
    let day = days.at(-1)
    if (day?.date !== date) {
      day = { date, folds: [] }
      days.push(day)
    }
    const fold = day.folds.at(-1)
    if (fold && repeats(fold.newest, event)) {
      day.folds[day.folds.length - 1] = { newest: fold.newest, oldest: event, events: [...fold.events, event] }
    } else {
      day.folds.push({ newest: event, oldest: event, events: [event] })
    }
  }
  return days
}

/** @returns a function from an instant to its date in the time zone, as `YYYY-MM-DD` */
export function dateFormat(timeZone: string): (instant: number) => string {
  // The Swedish locale writes dates in the form of ISO 8601.
  const format = new Intl.DateTimeFormat('sv', { timeZone })
  return (instant) => format.format(instant)
}

/** The details on which a sentence depends. Counters such as `failures` are not among them. */
const tellingDetails = ['reason', 'via', 'platform', 'owner', 'role', 'userName', 'network', 'attempts', 'sessions']

function repeats(one: AuditEvent, other: AuditEvent): boolean {
  return identityOf(one) === identityOf(other)
}

function identityOf({ kind, actor, subject, address, details }: AuditEvent): string {
  return JSON.stringify([kind, actor, subject, address, tellingDetails.map((name) => details[name] ?? null)])
}
