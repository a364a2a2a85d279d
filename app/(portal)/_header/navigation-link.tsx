'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import styles from './header.module.css'

export function NavigationLink({ href, children }: Readonly<{ href: string; children: ReactNode }>) {
  const current = usePathname() === href
  return (
    <Link className={styles.link} href={href} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  )
}
