import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import type { SectionId } from '#app/(portal)/_urls/users-and-access-url.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import styles from './users-and-access.module.css'

type Props = Readonly<{
  id: SectionId
  title: string
  why: ReactNode
  /** `primary`: the one of the page. */
  add: Readonly<{ href: string; label: string; primary?: boolean }>
  children: ReactNode
}>

/** A page section that can receive the focus after an action. */
export function Section({ id, title, why, add, children }: Props) {
  const action = (
    <LinkButton href={add.href} variant={add.primary ? 'primary' : 'secondary'} inPlace>
      <IconPlus size={16} stroke={1.75} aria-hidden="true" />
      {add.label}
    </LinkButton>
  )
  return (
    <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className={styles.section}>
      <SectionHeader id={`${id}-title`} title={title} action={action}>
        {why}
      </SectionHeader>
      {children}
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
