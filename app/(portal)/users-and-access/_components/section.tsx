import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import type { SectionId } from '#app/(portal)/_urls/users-and-access-url.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import styles from './section.module.css'

type Props = Readonly<{
  id: SectionId
  title: string
  /** How many there are. */
  count: string
  /** Search and filters. */
  tools?: ReactNode
  /** `primary`: the one of the page. */
  add: Readonly<{ href: string; label: string; name?: string; primary?: boolean }>
  foot: ReactNode
  children: ReactNode
}>

/** A card with a list, which can receive the focus after an action. */
export function Section({ id, title, count, tools, add, foot, children }: Props) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={`lk-card ${styles.section}`}>
      <header className={styles.head}>
        <h2 id={`${id}-title`}>{title}</h2>
        <span className={styles.count}>{count}</span>
        {tools && <div className={styles.tools}>{tools}</div>}
        <div className={styles.add}>
          <LinkButton
            href={add.href}
            variant={add.primary ? 'primary' : 'secondary'}
            inPlace
            {...(add.name && { 'aria-label': add.name })}
          >
            <IconPlus size={16} stroke={1.75} aria-hidden="true" />
            {add.label}
          </LinkButton>
        </div>
      </header>
      <div className={styles.list}>{children}</div>
      <footer className={styles.foot}>{foot}</footer>
    </section>
  )
}

type PagesProps = Readonly<{
  label: string
  page: number
  pages: number
  hrefOf: (page: number) => string
  /** Instead of the page number. */
  children?: ReactNode
}>

/** The position in a section's list, with links to the previous and next page. */
export async function SectionPages({ label, page, pages, hrefOf, children }: PagesProps) {
  const t = await portalTranslator('shell')
  return (
    <Pagination
      label={label}
      previous={{ label: t('pages.previous'), href: page > 1 ? hrefOf(page - 1) : undefined }}
      next={{ label: t('pages.next'), href: page < pages ? hrefOf(page + 1) : undefined }}
    >
      {children ?? t('pages.pageOf', { page, pages })}
    </Pagination>
  )
}
