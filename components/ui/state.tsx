import type { ReactNode } from 'react'
import styles from './state.module.css'

type Props = Readonly<{
  /** `on`: works. `waiting`: not yet usable, or about to end. `off`: switched off. `ended`: permanent. */
  kind: 'on' | 'waiting' | 'off' | 'ended'
  children: ReactNode
}>

/** A dot and a word. The dot's shape repeats the state, so that color isn't the only cue. */
export function State({ kind, children }: Props) {
  return (
    <span className={styles.state} data-kind={kind}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  )
}
