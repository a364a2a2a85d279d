import type { PortalUser } from '#lib/actor.ts'
import type { UserPage } from '#lib/users/find-users.ts'
import { LiveSearch } from '../../../../components/live-search.tsx'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../../components/ui/link-button.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { keyListParameters } from '../key-list-state.ts'
import { dialogHref, type ListState, listHref, listPath } from '../list-state.ts'
import { Section, SectionPages } from './section.tsx'
import styles from './users-and-access.module.css'
import { UsersTable } from './users-table.tsx'

type Props = Readonly<{ actor: PortalUser; list: UserPage; listState: ListState }>

/** People who sign in, and service users for programs. */
export async function UsersSection({ actor, list, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { search } = listState
  return (
    <Section
      id="users"
      title={t('users.title')}
      why={t('users.why')}
      add={{ href: dialogHref(listState, 'add-user'), label: t('users.add') }}
    >
      <div className={styles.search}>
        <LiveSearch
          path={listPath}
          query={search}
          label={t('users.search')}
          also={Object.fromEntries(listState.keys ? keyListParameters(listState.keys) : [])}
        />
        <p className="lk-fine" role="status">
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
      <SectionPages
        label={t('users.pages')}
        page={list.page}
        pages={list.pages}
        hrefOf={(page) => listHref({ ...listState, page }, 'users')}
      />
    </Section>
  )
}
