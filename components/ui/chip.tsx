import type { ReactNode } from 'react'
import styles from './chip.module.css'

/** A word of a short list, such as a permission. States are `State`. */
export function Chip({ children }: Readonly<{ children: ReactNode }>) {
  return <span className={styles.chip}>{children}</span>
}
