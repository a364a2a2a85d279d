import type { AuditEvent } from '#lib/foundation/audit/event.ts'
import { minuteMs } from '#lib/kernel/clock.ts'

/** Events that one row shows, newest first. Never empty. */
export type Fold = Readonly<{
  newest: AuditEvent
  oldest: AuditEvent
  events: readonly AuditEvent[]
  /** The same was done to different subjects, not again to the same one. */
  isBurst: boolean
}>

/** Fewer subjects are named in a row each. */
export const minBurst = 5
/** Longer between two events is no burst. */
const maxGapMs = minuteMs

/**
 * Folds consecutive events of a day, newest first: those with the same sentence and IP address, and bursts, which do
 * the same to at least {@link minBurst} subjects.
 */
export function foldEvents(events: readonly AuditEvent[], timeZone: string): Fold[] {
  const dateOf = dateFormat(timeZone)
  const runs: AuditEvent[][] = []
  for (const event of events) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && dateOf(last.at) === dateOf(event.at) && continues(last, event)) run.push(event)
    else runs.push([event])
  }
  return runs.flatMap((run) => (new Set(run.map(subjectOf)).size >= minBurst ? [toFold(run, true)] : foldRepeats(run)))
}

/** @returns a function from an instant to its date in the time zone, as `YYYY-MM-DD` */
export function dateFormat(timeZone: string): (instant: number) => string {
  // The Swedish locale writes dates in the form of ISO 8601.
  const format = new Intl.DateTimeFormat('sv', { timeZone })
  return (instant) => format.format(instant)
}

function foldRepeats(run: readonly AuditEvent[]): Fold[] {
  const repeats: AuditEvent[][] = []
  for (const event of run) {
    const last = repeats.at(-1)
    if (last?.[0] && sentenceOf(last[0]) === sentenceOf(event)) last.push(event)
    else repeats.push([event])
  }
  return repeats.map((events) => toFold(events, false))
}

function toFold(events: readonly AuditEvent[], isBurst: boolean): Fold {
  const [newest, oldest] = [events.at(0), events.at(-1)]
  if (!newest || !oldest) throw new Error('a fold has at least one event')
  return { newest, oldest, events, isBurst }
}

function continues(later: AuditEvent, earlier: AuditEvent): boolean {
  const isNear = later.at - earlier.at <= maxGapMs
  // An import writes an event for each batch.
  if (sentenceOf(later) === sentenceOf(earlier)) return isNear || later.kind !== 'account.imported'
  return isNear && deedOf(later) === deedOf(earlier)
}

/** The details on which a sentence depends besides the subject. Counters such as `failures` are not among them. */
const deedDetails = ['reason', 'via', 'platform', 'role', 'network', 'attempts', 'sessions']
/** The details that name the subject more closely. */
const subjectDetails = ['owner', 'userName']

function deedOf({ kind, actor, subject, address, details }: AuditEvent): string {
  return JSON.stringify([kind, actor, subject.kind, address, pick(details, deedDetails)])
}

function subjectOf({ subject: { kind, id, name } }: AuditEvent): string {
  return JSON.stringify([kind, id, name])
}

function sentenceOf(event: AuditEvent): string {
  return JSON.stringify([deedOf(event), subjectOf(event), pick(event.details, subjectDetails)])
}

function pick(details: AuditEvent['details'], names: readonly string[]) {
  return names.map((name) => details[name] ?? null)
}
