import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import {
  dialogHref,
  keyListParameters,
  type ListState,
  listHref,
  listPath,
  requestsPath,
  userParameters,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { LiveSearch } from '#components/live-search.tsx'
import { Link } from '#components/ui/link.tsx'
import type { FirstUsers } from '#lib/domain/people/users/find-users.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { NoUsers } from './no-users.tsx'
import { Section } from './section.tsx'
import { UserFilters } from './user-filters.tsx'
import styles from './users-and-access.module.css'
import { UsersTable } from './users-table.tsx'

type Props = Readonly<{
  actor: PortalUser
  /** Without `attention` for users that a search or a filter finds. */
  list: Omit<FirstUsers, 'attention'> & Partial<Pick<FirstUsers, 'attention'>>
  listState: ListState
  pendingRequests: number
}>

/** The users who need attention and those who signed in last, or the first ones that a search or a filter finds. */
export async function UsersSection({ actor, list, listState, pendingRequests }: Props) {
  const [t, requests, format] = await Promise.all([
    portalTranslator('usersAndAccess'),
    portalTranslator('accessRequests'),
    portalFormatter(),
  ])
  const { total, attention } = list
  return (
    <Section
      id="users"
      title={t('users.title')}
      count={format.number(total)}
      add={{ href: dialogHref(listState, 'add-user'), label: t('users.add') }}
      tools={
        <>
          <LiveSearch
            path={listPath}
            query={listState.search}
            label={t('users.search')}
            placeholder={t('users.searchShort')}
            also={{ ...userParameters({ ...listState, search: '' }), ...keyListParameters(listState.keys) }}
          />
          <UserFilters listState={listState} />
        </>
      }
      foot={
        <>
          <span role="status">
            {attention === undefined ? t('users.foundFor', { total }) : t('users.attention', { count: attention })}
          </span>
          <span className={styles.links}>
            <Link href={requestsPath}>{requests('manage.link', { count: pendingRequests })}</Link>
            <Link href={listHref({ ...listState, all: true })}>
              {t(attention === undefined ? 'users.allFound' : 'users.all', { count: total })}
            </Link>
          </span>
        </>
      }
    >
      <div className={styles.users}>
        {total === 0 ? (
          <NoUsers listState={listState} />
        ) : (
          <UsersTable actor={actor} users={list.users} listState={listState} />
        )}
      </div>
    </Section>
  )
}
