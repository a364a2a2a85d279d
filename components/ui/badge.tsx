import type { ReactNode } from 'react'
import styles from './badge.module.css'

/** A highlighted word: "you", "this session", "will be added". */
export function Badge({ children }: Readonly<{ children: ReactNode }>) {
  return <span className={styles.badge}>{children}</span>
}
