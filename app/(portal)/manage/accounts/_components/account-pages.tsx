import type { AccountList } from '#lib/accounts/manage-accounts.ts'
import { Pagination } from '../../../../../components/ui/pagination.tsx'
import { ShownCount } from '../../../_accounts/shown-count.tsx'
import { portalTranslator } from '../../../_preferences/preferences.ts'
import { type ListState, listHref } from '../list-state.ts'

/** How many accounts are shown, with links to the next and the first page. */
export async function AccountPages({ list, listState }: Readonly<{ list: AccountList; listState: ListState }>) {
  const t = await portalTranslator('accounts')
  return (
    <Pagination
      label={t('pages')}
      previous={{ label: t('firstPage'), href: listState.after && listHref({ ...listState, after: undefined }) }}
      next={{
        label: t('nextPage'),
        href: list.next === null ? undefined : listHref({ ...listState, after: list.next }),
      }}
    >
      <ShownCount page={list} after={listState.after} />
    </Pagination>
  )
}
