import type { ReactNode } from 'react'
import styles from './form.module.css'

/** The row of buttons that ends a form: the one that submits first. */
export function FormActions({ children }: Readonly<{ children: ReactNode }>) {
  return <div className={styles.actions}>{children}</div>
}
