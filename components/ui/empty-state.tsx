import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { type Noun, NounIcon } from './noun-icon.tsx'

type Props = Readonly<{ noun: Noun; title: ReactNode; children?: ReactNode; action?: ReactNode }>

/** Shown instead of an empty list: what belongs here and how to start. */
export function EmptyState({ noun, title, children, action }: Props) {
  return (
    <div className={styles.empty}>
      <NounIcon noun={noun} size={28} />
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
