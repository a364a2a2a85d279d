import Link from 'next/link'
import styles from './segment-links.module.css'

type Props = Readonly<{
  /** The navigation's accessible name: "State". */
  label: string
  links: readonly Readonly<{ href: string; label: string; current: boolean }>[]
}>

/** Links to a few views of the same list, each with its own URL. */
export function SegmentLinks({ label, links }: Props) {
  return (
    <nav className={styles.segments} aria-label={label}>
      {links.map((link) => (
        <Link
          key={link.href}
          className={styles.segment}
          href={link.href}
          aria-current={link.current ? 'true' : undefined}
          prefetch={false}
          scroll={false}
        >
          {link.label}
        </Link>
      ))}
    </nav>
  )
}
