import { getServices } from '#lib/foundation/services.ts'
import { portalFormatter } from './preferences.ts'

type Props = Readonly<{
  /** Unix milliseconds. */
  at: number
  /** `relative`: "5 minutes ago" with the exact time as title. `date` and `dateTime`: absolute. */
  mode?: 'relative' | 'date' | 'dateTime'
}>

/** An instant in the reader's locale and time zone. Rendered on the server; it doesn't tick. */
export async function Moment({ at, mode = 'relative' }: Props) {
  const [format, { clock }] = await Promise.all([portalFormatter(), getServices()])
  const texts = {
    relative: () => format.relativeTime(at, clock.now()),
    date: () => format.dateTime(at, { dateStyle: 'medium' }),
    dateTime: () => format.dateTime(at, { dateStyle: 'medium', timeStyle: 'short' }),
  }
  return (
    <time dateTime={new Date(at).toISOString()} title={format.dateTime(at, { dateStyle: 'full', timeStyle: 'long' })}>
      {texts[mode]()}
    </time>
  )
}
