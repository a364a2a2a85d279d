import type { ReactNode } from 'react'
import styles from './list-card.module.css'

type Props = Readonly<{
  /** Search and filters. */
  tools?: ReactNode
  /** The position in the list, and its other pages. */
  foot?: ReactNode
  /** A `Table`, or an `EmptyState`. */
  children: ReactNode
}>

/** The card around a list. Its tools stay where they are when a search finds nothing. */
export function ListCard({ tools, foot, children }: Props) {
  return (
    <div className={`lk-card ${styles.card}`}>
      {tools && <div className={styles.tools}>{tools}</div>}
      {children}
      <div className={styles.foot}>{foot}</div>
    </div>
  )
}
