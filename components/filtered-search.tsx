import type { ComponentProps } from 'react'
import { Link } from '#components/ui/link.tsx'
import styles from './filtered-search.module.css'
import { LiveSearch } from './live-search.tsx'

type Props = ComponentProps<typeof LiveSearch> &
  Readonly<{
    /** The accessible name of the views: "State". */
    viewsLabel: string
    views: readonly Readonly<{ href: string; label: string; current: boolean }>[]
  }>

/** A search next to links to a few views of its list, each with its own URL. */
export function FilteredSearch({ viewsLabel, views, ...search }: Props) {
  return (
    <div className={styles.tools}>
      <LiveSearch {...search} />
      <nav className={styles.segments} aria-label={viewsLabel}>
        {views.map((view) => (
          <Link
            key={view.href}
            className={styles.segment}
            href={view.href}
            aria-current={view.current ? 'true' : undefined}
            scroll={false}
          >
            {view.label}
          </Link>
        ))}
      </nav>
    </div>
  )
}
