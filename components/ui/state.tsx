import type { ReactNode } from 'react'
import styles from './state.module.css'

type Props = Readonly<{
  /** `on`: works. `waiting`: not yet, or soon no longer. `off`: switched off. `ended`: for good. */
  kind: 'on' | 'waiting' | 'off' | 'ended'
  children: ReactNode
}>

/** The state of a thing: a dot and a word. The word says it; the dot's form, not only its colour, repeats it. */
export function State({ kind, children }: Props) {
  return (
    <span className={styles.state} data-kind={kind}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  )
}
