import { type ReactNode, useId } from 'react'
import styles from '#app/(portal)/overview/overview.module.css'

type Props = Readonly<{ title: string; note?: ReactNode; foot?: ReactNode; id?: string; children: ReactNode }>

/** A titled part of the page. */
export function OverviewCard({ title, note, foot, id, children }: Props) {
  const titleId = useId()
  return (
    <section className={`lk-card ${styles.card}`} id={id} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        {note && <span className={styles.aside}>{note}</span>}
      </header>
      {children}
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </section>
  )
}
