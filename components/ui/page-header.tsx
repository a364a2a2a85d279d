import type { ReactNode } from 'react'
import styles from './page-header.module.css'

type Props = Readonly<{
  title: ReactNode
  /** One sentence of what the page is for. */
  children?: ReactNode
  action?: ReactNode
}>

/** The beginning of a page: its title, one sentence, its action at the right. */
export function PageHeader({ title, children, action }: Props) {
  return (
    <header className={styles.header} data-level="page">
      <div className={styles.texts}>
        <h1>{title}</h1>
        {children && <p className={styles.sentence}>{children}</p>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </header>
  )
}
