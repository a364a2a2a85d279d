import { createFormatter, type Locale } from 'use-intl/core'
import { toLanguageTag } from '#lib/i18n/languages.ts'

type Props = Readonly<{
  /** Unix milliseconds. */
  at: number
  /** When the page was rendered, so that server and browser compute the same relative time. */
  now: number
  /** The reader's preferences: `de-at`, `Europe/Vienna`. */
  locale: string
  timeZone: string
  /** `relative`: "5 minutes ago" with the exact time as title. `date` and `dateTime`: absolute. */
  mode?: 'relative' | 'date' | 'dateTime'
}>

/** A time in the reader's locale and time zone. Rendered on the server; it doesn't tick. */
export function Time({ at, now, locale, timeZone, mode = 'relative' }: Props) {
  const format = createFormatter({ locale: toLanguageTag(locale) satisfies Locale, timeZone })
  const exact = format.dateTime(at, { dateStyle: 'full', timeStyle: 'long' })
  const texts = {
    relative: () => format.relativeTime(at, now),
    date: () => format.dateTime(at, { dateStyle: 'medium' }),
    dateTime: () => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' }),
  }
  return (
    // Browsers and Node use different spaces in some locales.
    <time dateTime={new Date(at).toISOString()} title={exact} suppressHydrationWarning>
      {texts[mode]()}
    </time>
  )
}
