import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Mark } from './mark.tsx'

type Props = Readonly<{ title: ReactNode; children?: ReactNode; action?: ReactNode }>

/** Shown instead of an empty list: what belongs here and how to start. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className={styles.empty}>
      <Mark size={32} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
