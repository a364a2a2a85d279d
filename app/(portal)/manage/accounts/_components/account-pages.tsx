import type { AccountList } from '#lib/accounts/list-accounts.ts'
import { Pagination } from '../../../../../components/ui/pagination.tsx'
import { portalTranslator } from '../../../_preferences/preferences.ts'
import { type ListPlace, listHref } from '../list-place.ts'

/** How many there are, and the way to the next page and back to the first. */
export async function AccountPages({ list, place }: Readonly<{ list: AccountList; place: ListPlace }>) {
  const t = await portalTranslator('accounts')
  const { matches, total, next } = list
  return (
    <Pagination
      label={t('pages')}
      previous={{ label: t('firstPage'), href: place.after && listHref({ ...place, after: undefined }) }}
      next={{ label: t('nextPage'), href: next === null ? undefined : listHref({ ...place, after: next }) }}
    >
      {matches < total ? t('countOf', { matches, total }) : t('count', { count: total })}
    </Pagination>
  )
}
