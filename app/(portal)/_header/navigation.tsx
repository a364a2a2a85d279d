'use client'

import { usePathname } from 'next/navigation'
import { type RefObject, useEffect, useRef } from 'react'
import { Link } from '#components/ui/link.tsx'
import styles from './header.module.css'

type Place = Readonly<{ href: string; label: string }>

export function NavigationLink({ href, label }: Place) {
  const path = usePathname()
  const current = path === href ? 'page' : isBelow(path, href) || undefined
  return (
    <Link className={styles.link} href={href} aria-current={current}>
      {label}
    </Link>
  )
}

/** The second bar, only on the pages for managers. */
export function AdminBar({ label, places }: Readonly<{ label: string; places: readonly Place[] }>) {
  const path = usePathname()
  const bar = useRef<HTMLElement>(null)
  const isShown = places.some(({ href }) => path === href || isBelow(path, href))
  useCurrentInView(bar, path)
  if (!isShown) return null
  return (
    <nav ref={bar} className={styles.adminBar} aria-label={label} data-print="hide">
      {places.map((place) => (
        <NavigationLink key={place.href} {...place} />
      ))}
    </nav>
  )
}

export function isBelow(path: string, href: string): boolean {
  return href !== '/' && path.startsWith(`${href}/`)
}

/** Scrolls a bar that is wider than the screen to its current entry. */
function useCurrentInView(bar: RefObject<HTMLElement | null>, path: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is current after each navigation.
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && current) bar.current.scrollLeft = current.offsetLeft - bar.current.clientWidth / 2
  }, [bar, path])
}
