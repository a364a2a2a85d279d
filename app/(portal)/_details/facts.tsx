import type { ReactNode } from 'react'
import styles from './facts.module.css'

export type Fact = readonly [label: string, value: ReactNode]

type FactsProps = Readonly<{ facts: readonly Fact[] }>

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
