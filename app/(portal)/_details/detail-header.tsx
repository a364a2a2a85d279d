import type { ReactNode } from 'react'
import styles from './details.module.css'

type Props = Readonly<{
  icon: ReactNode
  name: string
  state: ReactNode
  /** The ID, and a button that copies it. */
  id: ReactNode
  actions: ReactNode
}>

/** The head of the page of a key or an account: what it is, and what can be done with it. */
export function DetailHeader({ icon, name, state, id, actions }: Props) {
  return (
    <header className={styles.header}>
      {icon}
      <div>
        <div className={styles.title}>
          <h1>{name}</h1>
          {state}
        </div>
        <p className={styles.id}>{id}</p>
      </div>
      <div className={styles.actions}>{actions}</div>
    </header>
  )
}
