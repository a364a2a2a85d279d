import type { ReactNode } from 'react'
import styles from './facts.module.css'

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
