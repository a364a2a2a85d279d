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

type FactsProps = Readonly<{ facts: readonly (readonly [label: string, value: ReactNode])[] }>

/** Labels with their values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
