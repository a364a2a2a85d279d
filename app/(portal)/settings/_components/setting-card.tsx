import type { ReactNode } from 'react'
import styles from './setting-card.module.css'

type Props = Readonly<{
  /** Of the card; its title is `<id>-title`, its sentence `<id>-why`. */
  id: string
  title: ReactNode
  /** What the decision leads to, in one sentence. */
  why: ReactNode
  children?: ReactNode
}>

/** One decision. */
export function SettingCard({ id, title, why, children }: Props) {
  return (
    <section id={id} tabIndex={-1} className={`lk-card ${styles.card}`} aria-labelledby={`${id}-title`}>
      <div>
        <h3 id={`${id}-title`}>{title}</h3>
        <p id={`${id}-why`} className={styles.why}>
          {why}
        </p>
      </div>
      {children}
    </section>
  )
}
