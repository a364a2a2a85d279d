import { EmptyState } from '../../../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../../../components/ui/link-button.tsx'
import { portalTranslator } from '../../../_preferences/preferences.ts'
import { type ListState, listPath } from '../list-state.ts'

/** Empty state: suggests another search, or how to add accounts. */
export async function NoAccounts({ any, place }: Readonly<{ any: boolean; place: ListState }>) {
  const t = await portalTranslator('accounts')
  if (!any) return <EmptyState title={t('none.title')}>{t('none.why')}</EmptyState>
  const title = place.query === '' ? t('nothing.titleWithoutQuery') : t('nothing.title', { query: place.query })
  return (
    <EmptyState title={title} action={<LinkButton href={listPath}>{t('nothing.clear')}</LinkButton>}>
      {place.query !== '' && t('nothing.why')}
    </EmptyState>
  )
}
