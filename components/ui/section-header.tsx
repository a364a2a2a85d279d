import type { ReactNode } from 'react'
import styles from './page-header.module.css'

type Props = Readonly<{
  title: ReactNode
  /** The id of the heading, for the section's `aria-labelledby`. */
  id?: string
  /** One sentence of why. */
  children?: ReactNode
  action?: ReactNode
}>

/** The beginning of a section: its title, one sentence, its action at the right. */
export function SectionHeader({ title, id, children, action }: Props) {
  return (
    <header className={styles.header} data-level="section">
      <div className={styles.texts}>
        <h2 id={id}>{title}</h2>
        {children && <p className={styles.sentence}>{children}</p>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </header>
  )
}
