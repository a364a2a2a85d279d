import { accountStateFilters } from '#lib/accounts/account.ts'
import { SegmentLinks } from '../../../../../components/ui/segment-links.tsx'
import { portalTranslator } from '../../../_preferences/preferences.ts'
import { type ListState, listHref } from '../list-state.ts'

/** Filters the list: all, active or suspended accounts. */
export async function StateFilter({ listState }: Readonly<{ listState: ListState }>) {
  const t = await portalTranslator('accounts')
  const links = accountStateFilters.map((state) => ({
    href: listHref({ query: listState.query, state }),
    label: t(`states.${state}`),
    current: state === listState.state,
  }))
  return <SegmentLinks label={t('filter')} links={links} />
}
