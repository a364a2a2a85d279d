'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { idleMs } from '#lib/domain/accounts/account-sessions/account-session.ts'
import { minuteMs, secondMs } from '#lib/kernel/clock.ts'
import styles from './open-accounts.module.css'

type Props = Readonly<{
  leftMs: number
  locale: string
  /** The minutes as the server renders them. */
  time: string
  /** The sentence with `{time}` in place of the minutes. */
  pattern: string
}>

const soonMs = 2 * minuteMs
const tickMs = 5 * secondMs
/** The circumference of the ring. */
const round = 2 * Math.PI * 6

/** The time left in minutes, by this device’s clock. The page is read again when the time is up. */
export function TimeLeft({ leftMs, locale, time, pattern }: Props) {
  const left = useCountdown(leftMs)
  const minutes = new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' })
  const current = left === leftMs ? time : minutes.format(Math.ceil(left / minuteMs))
  const share = Math.min(1, left / idleMs)
  return (
    <span className={styles.fact} data-soon={left <= soonMs}>
      <svg className={styles.ring} viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" />
        <circle cx="8" cy="8" r="6" strokeDasharray={`${(share * round).toFixed(1)} ${round.toFixed(1)}`} />
      </svg>
      <span className={styles.sentence}>{pattern.replace('{time}', current)}</span>
      <span className={styles.minutes}>{current}</span>
    </span>
  )
}

function useCountdown(leftMs: number): number {
  const router = useRouter()
  const [shown, setShown] = useState({ leftMs, left: leftMs })
  useEffect(() => {
    const endsAt = Date.now() + leftMs
    setShown({ leftMs, left: leftMs })
    const timer = setInterval(() => {
      const left = Math.max(0, endsAt - Date.now())
      setShown({ leftMs, left })
      if (left === 0) {
        clearInterval(timer)
        router.refresh()
      }
    }, tickMs)
    return () => clearInterval(timer)
  }, [leftMs, router])
  // A new time from the server counts from the render that brings it.
  return shown.leftMs === leftMs ? shown.left : leftMs
}
