import { EmptyState } from '../../../../../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../../../../../components/ui/link-button.tsx'
import { portalTranslator } from '../../../../../_preferences/preferences.ts'
import { type AccessListState, accessListHref } from '../list-state.ts'

/** Empty state: explains why there are no accounts and links to where there are. */
export async function NoAccounts({ name, listState }: Readonly<{ name: string; listState: AccessListState }>) {
  const t = await portalTranslator('usersAndAccess')
  const all = (
    <LinkButton href={accessListHref({ ...listState, query: '', view: 'all', after: undefined })}>
      {t('accounts.showAll')}
    </LinkButton>
  )
  if (listState.query !== '')
    return <EmptyState title={t('accounts.nothing', { search: listState.query })} action={all} />
  return (
    <EmptyState title={t('accounts.nothingListed')} action={listState.view === 'list' && all}>
      {t('accounts.nothingListedHint', { name })}
    </EmptyState>
  )
}
