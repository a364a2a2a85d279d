import type { ReactNode } from 'react'
import styles from './badge.module.css'

type Props = Readonly<{
  /** `neutral` for a kind or a role, `accent` for "you" or "current", the others as everywhere. */
  tone?: 'neutral' | 'accent' | 'success' | 'danger'
  children: ReactNode
}>

/** A short word about a thing: its kind, a role, "you". */
export function Badge({ tone = 'neutral', children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
