import type { ReactNode } from 'react'
import styles from './badge.module.css'

type Props = Readonly<{
  /** `neutral` for a kind or role, `accent` for "you" or "current". */
  tone?: 'neutral' | 'accent' | 'success' | 'danger'
  children: ReactNode
}>

/** A one-word label: a kind, a role, "you". */
export function Badge({ tone = 'neutral', children }: Props) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
