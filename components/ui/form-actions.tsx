import type { ReactNode } from 'react'
import styles from './form.module.css'

/** The buttons at the end of a form, the submit button first. */
export function FormActions({ children }: Readonly<{ children: ReactNode }>) {
  return <div className={styles.actions}>{children}</div>
}
