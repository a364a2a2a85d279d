import { IconPlus } from '@tabler/icons-react'
import type { PortalUser } from '#lib/actor.ts'
import type { UserPage } from '#lib/users/find-users.ts'
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

type Props = Readonly<{ actor: PortalUser; list: UserPage; listState: ListState }>

/** People who sign in, and service users for programs. */
export async function UsersSection({ actor, list, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { search } = listState
  const add = (
    <LinkButton href={dialogHref(listState, 'add-user')} inPlace>
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
          also={Object.fromEntries(listState.keys ? keyListParameters(listState.keys) : [])}
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
        <UsersTable actor={actor} users={list.users} listState={listState} />
      )}
      <Pages list={list} listState={listState} />
    </Section>
  )
}

async function Pages({ list, listState }: Omit<Props, 'actor'>) {
  const [t, shell] = await Promise.all([portalTranslator('usersAndAccess'), portalTranslator('shell')])
  const { page, pages } = list
  if (pages === 1) return null
  const pageHref = (number: number) => listHref({ ...listState, page: number }, 'users')
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
