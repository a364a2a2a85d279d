import { type ReactNode, useId } from 'react'
import styles from './details.module.css'

type CardProps = Readonly<{ title: string; action?: ReactNode; children: ReactNode }>

export function Card({ title, action, children }: CardProps) {
  const id = useId()
  return (
    <section className={`lk-card ${styles.card}`} aria-labelledby={id}>
      <div className={styles.cardHead}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
