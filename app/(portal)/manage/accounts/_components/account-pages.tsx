import type { AccountList } from '#lib/accounts/list-accounts.ts'
import { Pagination } from '../../../../../components/ui/pagination.tsx'
import { ShownCount } from '../../../_accounts/shown-count.tsx'
import { portalTranslator } from '../../../_preferences/preferences.ts'
import { type ListState, listHref } from '../list-state.ts'

/** How many accounts are shown, with links to the next and the first page. */
export async function AccountPages({ list, place }: Readonly<{ list: AccountList; place: ListState }>) {
  const t = await portalTranslator('accounts')
  return (
    <Pagination
      label={t('pages')}
      previous={{ label: t('firstPage'), href: place.after && listHref({ ...place, after: undefined }) }}
      next={{ label: t('nextPage'), href: list.next === null ? undefined : listHref({ ...place, after: list.next }) }}
    >
      <ShownCount page={list} after={place.after} />
    </Pagination>
  )
}
