import type { ReactNode } from 'react'
import styles from './details.module.css'

/** The list of a card. @param none shown if there are no items */
export function Items({ none, children }: Readonly<{ none?: string | false; children: ReactNode }>) {
  if (none) return <p className={`lk-fine ${styles.hint}`}>{none}</p>
  return <ul className={styles.items}>{children}</ul>
}

type ItemProps = Readonly<{
  icon?: ReactNode
  title: ReactNode
  facts: readonly ReactNode[]
  /** A state, or buttons. */
  aside?: ReactNode
}>

/** A title over its facts. */
export function Item({ icon, title, facts, aside }: ItemProps) {
  return (
    <li data-icon={icon ? true : undefined}>
      {icon && <span className={styles.itemIcon}>{icon}</span>}
      <div>
        <p className={styles.itemTitle}>{title}</p>
        <p className={styles.itemFacts}>
          {facts.map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an item keep their places.
            <span key={index}>{fact} </span>
          ))}
        </p>
      </div>
      {aside && <div className={styles.actions}>{aside}</div>}
    </li>
  )
}

/** Explains a card at its end. */
export function CardFoot({ children }: Readonly<{ children: ReactNode }>) {
  return <p className={styles.foot}>{children}</p>
}
