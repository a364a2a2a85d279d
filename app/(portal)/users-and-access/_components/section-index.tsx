'use client'

import { useEffect, useState } from 'react'
import { type SectionId, sectionIds } from '#app/(portal)/_urls/users-and-access-url.ts'
import styles from './section-index.module.css'

type Props = Readonly<{ label: string; entries: readonly Readonly<{ id: SectionId; title: string; count: string }>[] }>

/** Marks the current section and links to the others. Without scripts it is a list of links. */
export function SectionIndex({ label, entries }: Props) {
  const current = useSectionInView()
  return (
    <nav className={styles.index} aria-label={label}>
      <ul className={styles.list}>
        {entries.map(({ id, title, count }) => (
          <li key={id}>
            <a className={styles.entry} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {title}
              <span className={styles.count}>{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The lowest section that starts in the upper third of the window; at the end of the page, the last section. */
function useSectionInView(): SectionId | undefined {
  const [current, setCurrent] = useState<SectionId>()
  useEffect(() => {
    function look() {
      const { innerHeight, scrollY } = window
      const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      const begun = sectionIds.filter((id) => topOf(id) < innerHeight / 3)
      const lowest = begun.reduce((best, id) => (topOf(id) > topOf(best) ? id : best), sectionIds[0])
      setCurrent(atEnd ? sectionIds.at(-1) : lowest)
    }
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [])
  return current
}

function topOf(id: SectionId): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}
