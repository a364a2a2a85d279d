import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { type ListState, listHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'

type Props = Readonly<{ listState: ListState }>

/** Instead of users, if a search or the filters find none. */
export async function NoUsers({ listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { search } = listState
  return (
    <EmptyState
      noun="user"
      title={search === '' ? t('users.noneWithFilters') : t('users.nobody', { search })}
      action={<ShowMore listState={listState} />}
    >
      {search !== '' && t('users.nobodyHint')}
    </EmptyState>
  )
}

/** The way out of a search or of filters that find nothing: clears the filters, and otherwise the search. */
async function ShowMore({ listState }: Props) {
  const [t, widgets] = await Promise.all([portalTranslator('usersAndAccess'), portalTranslator('widgets')])
  const { order, ...filters } = listState.users ?? {}
  const hasFilters = Object.keys(filters).length > 0
  const search = hasFilters ? listState.search : ''
  return (
    <LinkButton href={listHref({ ...listState, search, page: 1, users: { order } }, 'users')}>
      {hasFilters ? widgets('clearFilters') : t('users.showAll')}
    </LinkButton>
  )
}
