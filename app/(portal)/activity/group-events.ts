import { dateFormat, type Fold } from '#lib/domain/events/activity/fold-events.ts'

export type Day = Readonly<{
  /** `YYYY-MM-DD` in the reader's time zone. */
  date: string
  folds: readonly Fold[]
}>

/** Groups the rows of a page, newest first, by day in the time zone. */
export function groupByDay(folds: readonly Fold[], timeZone: string): Day[] {
  const dateOf = dateFormat(timeZone)
  const byDate = Map.groupBy(folds, ({ newest }) => dateOf(newest.at))
  return [...byDate].map(([date, ofDay]) => ({ date, folds: ofDay }))
}
