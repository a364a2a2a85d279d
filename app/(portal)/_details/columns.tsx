import type { ReactNode } from 'react'
import styles from './details.module.css'

/** A wide and a narrow column, one below the other on narrow pages. */
export function Columns({ wide, narrow }: Readonly<{ wide: ReactNode; narrow: ReactNode }>) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>{wide}</div>
      <div className={styles.column}>{narrow}</div>
    </div>
  )
}
