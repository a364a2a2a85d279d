import { IconPlus } from '@tabler/icons-react'
import type { PortalUser } from '#lib/actor.ts'
import type { UserPage } from '#lib/users/list-users.ts'
import { LiveSearch } from '../../../../components/live-search.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../../components/ui/link-button.tsx'
import { Pagination } from '../../../../components/ui/pagination.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { keyListParameters } from '../key-list-state.ts'
import { dialogHref, type ListState, listHref, listPath } from '../list-state.ts'
import { Section } from './section.tsx'
import styles from './users-and-access.module.css'
import { UsersTable } from './users-table.tsx'

type Props = Readonly<{ person: PortalUser; list: UserPage; place: ListState }>

/** People who sign in, and service users for programs. */
export async function UsersSection({ person, list, place }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { search } = place
  const add = (
    <LinkButton href={dialogHref(place, 'add-user')} inPlace>
      <IconPlus size={16} stroke={1.75} aria-hidden="true" />
      {t('users.add')}
    </LinkButton>
  )
  return (
    <Section id="users" title={t('users.title')} why={t('users.why')} action={add}>
      <div className={styles.search}>
        <LiveSearch
          path={listPath}
          query={search}
          label={t('users.search')}
          also={Object.fromEntries(place.keys ? keyListParameters(place.keys) : [])}
        />
        <p className={styles.quiet} role="status">
          {t(search === '' ? 'users.found' : 'users.foundFor', { total: list.total })}
        </p>
      </div>
      {list.total === 0 ? (
        <EmptyState
          title={t('users.nobody', { search })}
          action={<LinkButton href={listHref({ search: '', page: 1 }, 'users')}>{t('users.showAll')}</LinkButton>}
        >
          {t('users.nobodyHint')}
        </EmptyState>
      ) : (
        <UsersTable person={person} users={list.users} place={place} />
      )}
      <Pages list={list} place={place} />
    </Section>
  )
}

async function Pages({ list, place }: Omit<Props, 'person'>) {
  const [t, shell] = await Promise.all([portalTranslator('usersAndAccess'), portalTranslator('shell')])
  const { page, pages } = list
  if (pages === 1) return null
  const pageHref = (number: number) => listHref({ ...place, page: number }, 'users')
  return (
    <Pagination
      label={t('users.pages')}
      previous={{ label: shell('pages.previous'), href: page > 1 ? pageHref(page - 1) : undefined }}
      next={{ label: shell('pages.next'), href: page < pages ? pageHref(page + 1) : undefined }}
    >
      {shell('pages.pageOf', { page, pages })}
    </Pagination>
  )
}
