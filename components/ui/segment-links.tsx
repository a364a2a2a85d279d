import Link from 'next/link'
import styles from './segment-links.module.css'

type Props = Readonly<{
  /** The name of this navigation: "State". */
  label: string
  links: readonly Readonly<{ href: string; label: string; current: boolean }>[]
}>

/** One of a few views of the same list, each at an address of its own. */
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
