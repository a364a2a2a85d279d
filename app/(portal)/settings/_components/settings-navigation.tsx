'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { isBelow } from '#app/(portal)/_header/navigation.tsx'
import { settingsPath } from '#app/(portal)/_urls/settings-url.ts'
import { Link } from '#components/ui/link.tsx'
import styles from './settings-navigation.module.css'

type Entry = Readonly<{
  href: string
  label: string
  icon: ReactNode
  /** Why the entry needs someone, in words. */
  attention: string | undefined
}>

/** The settings beside their pages; tabs on narrow screens. */
export function SettingsNavigation({ label, entries }: Readonly<{ label: string; entries: readonly Entry[] }>) {
  const path = usePathname()
  const isInside = (href: string) => href !== settingsPath && isBelow(path, href)
  return (
    <nav className={styles.side} aria-label={label} data-print="hide">
      {entries.map(({ href, label: name, icon, attention }) => (
        <Link key={href} href={href} aria-current={path === href ? 'page' : isInside(href) || undefined}>
          {icon}
          {name}
          {attention && (
            <span className={styles.dot} title={attention}>
              <span className={styles.words}>, {attention}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
