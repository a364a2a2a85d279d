import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from './link.tsx'
import styles from './sort-head.module.css'

export type SortDirection = 'ascending' | 'descending'

/** An order that a column offers. */
export type SortLink = Readonly<{
  label: string
  /** The list in this order; for the current order, in the opposite direction. */
  href: string
  /** Set for the current order. */
  direction?: SortDirection | undefined
}>

/** The heading of a column as links that sort the list. Its `th` has `aria-sort`. */
export function SortHead({ links }: Readonly<{ links: readonly SortLink[] }>) {
  return (
    <span className={styles.sorts}>
      {links.map(({ label, href, direction }) => (
        <Link
          key={label}
          className={styles.sort}
          href={href}
          data-current={direction !== undefined || undefined}
          scroll={false}
        >
          {label}
          <Arrow direction={direction} />
        </Link>
      ))}
    </span>
  )
}

/** `aria-sort` of the column. */
export function sortOf(links: readonly SortLink[]): SortDirection | 'none' {
  return links.find(({ direction }) => direction !== undefined)?.direction ?? 'none'
}

/** Always takes its place, so that no heading moves. */
function Arrow({ direction }: Pick<SortLink, 'direction'>) {
  const Icon = direction === 'descending' ? IconArrowDown : IconArrowUp
  return <Icon className={styles.arrow} size={14} stroke={2} aria-hidden="true" />
}
