import type { ReactNode } from 'react'
import { LinkButton } from './link-button.tsx'
import styles from './pagination.module.css'

type Props = Readonly<{
  /** The navigation's accessible name: "Activity pages". */
  label: string
  previous: Readonly<{ label: string; href?: string | undefined }>
  next: Readonly<{ label: string; href?: string | undefined }>
  /** The position: "1–50 of 10,000". */
  children?: ReactNode
}>

/** Links to the previous and next page; a missing direction is omitted. */
export function Pagination({ label, previous, next, children }: Props) {
  if (!previous.href && !next.href && !children) return null
  return (
    <nav className={styles.pagination} aria-label={label} data-print="hide">
      <p className={`lk-fine ${styles.status}`}>{children}</p>
      <div className={styles.links}>
        {previous.href && (
          <LinkButton href={previous.href} size="small" rel="prev">
            {previous.label}
          </LinkButton>
        )}
        {next.href && (
          <LinkButton href={next.href} size="small" rel="next">
            {next.label}
          </LinkButton>
        )}
      </div>
    </nav>
  )
}
