import type { ReactNode } from 'react'
import styles from './state.module.css'

type Props = Readonly<{
  /** `on`: works. `waiting`: not yet usable, or about to end. `off`: switched off. `ended`: permanent. */
  kind: 'on' | 'waiting' | 'off' | 'ended'
  children: ReactNode
}>

/** A word, and a chip where the state is an exception. The word says what the color does. */
export function State({ kind, children }: Props) {
  return (
    <span className={styles.state} data-kind={kind}>
      {children}
    </span>
  )
}
