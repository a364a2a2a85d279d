import { createFormatter, type Locale } from 'use-intl/core'
import { toLanguageTag } from '#lib/i18n/languages.ts'

type Props = Readonly<{
  /** Unix milliseconds. */
  at: number
  /** The instant the page was made, for relative times: the same on server and browser. */
  now: number
  /** As in the reader's preferences: `de-at`, `Europe/Vienna`. */
  locale: string
  timeZone: string
  /** `relative`: "5 minutes ago", the exact instant as its title. `date` and `dateTime`: written out. */
  mode?: 'relative' | 'date' | 'dateTime'
}>

/** An instant in the reader's locale and time zone. Rendered by the server; it does not tick. */
export function Time({ at, now, locale, timeZone, mode = 'relative' }: Props) {
  const format = createFormatter({ locale: toLanguageTag(locale) satisfies Locale, timeZone })
  const exact = format.dateTime(at, { dateStyle: 'full', timeStyle: 'long' })
  const texts = {
    relative: () => format.relativeTime(at, now),
    date: () => format.dateTime(at, { dateStyle: 'medium' }),
    dateTime: () => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' }),
  }
  return (
    // Browsers and Node differ in an invisible space here and there.
    <time dateTime={new Date(at).toISOString()} title={exact} suppressHydrationWarning>
      {texts[mode]()}
    </time>
  )
}
