import { getServices } from '#lib/services.ts'
import { Time } from '../../../components/ui/time.tsx'
import { readPreferences } from './preferences.ts'

type Props = Readonly<{ at: number; mode?: 'relative' | 'date' | 'dateTime' }>

/** An instant in the reader's locale; relative by default. */
export async function Moment({ at, mode = 'relative' }: Props) {
  const [{ locale, timeZone }, { clock }] = await Promise.all([readPreferences(), getServices()])
  return <Time at={at} now={clock.now()} locale={locale} timeZone={timeZone} mode={mode} />
}
