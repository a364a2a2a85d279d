import { EmptyState } from '../../../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../../../components/ui/link-button.tsx'
import { portalTranslator } from '../../../_preferences/preferences.ts'
import { type ListState, listPath } from '../list-state.ts'

/** Empty state: suggests another search, or how to add accounts. */
export async function NoAccounts({ any, listState }: Readonly<{ any: boolean; listState: ListState }>) {
  const t = await portalTranslator('accounts')
  if (!any) return <EmptyState title={t('none.title')}>{t('none.why')}</EmptyState>
  const title = listState.query === '' ? t('nothing.titleWithoutQuery') : t('nothing.title', { query: listState.query })
  return (
    <EmptyState title={title} action={<LinkButton href={listPath}>{t('nothing.clear')}</LinkButton>}>
      {listState.query !== '' && t('nothing.why')}
    </EmptyState>
  )
}
