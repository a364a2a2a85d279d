import type { KeyPage } from '#lib/api-keys/find-api-keys.ts'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../../components/ui/link-button.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { allCurrentKeys } from '../key-list-state.ts'
import { dialogHref, type ListState, listHref } from '../list-state.ts'
import { KeyFilterForm } from './key-filter-form.tsx'
import { KeysTable } from './keys-table.tsx'
import { Section, SectionPages } from './section.tsx'

type Props = Readonly<{ list: KeyPage; listState: ListState }>

/** The API keys that the user may manage, filtered and paged. */
export async function ApiKeysSection({ list, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  // Not translated: it names environment variables.
  const why = (
    <>
      {t('keys.why')}{' '}
      <a href="/api-reference" hrefLang="en">
        {t('keys.reference')}
      </a>
    </>
  )
  return (
    <Section
      id="api-keys"
      title={t('keys.title')}
      why={why}
      add={{ href: dialogHref(listState, 'generate-key'), label: t('keys.add') }}
    >
      {list.all > 0 && <KeyFilterForm listState={listState} list={list} />}
      {list.all === 0 && <EmptyState title={t('keys.none')}>{t('keys.noneHint')}</EmptyState>}
      {list.all > 0 && list.total === 0 && <NothingFound listState={listState} />}
      {list.total > 0 && <KeysTable caption={t('keys.caption')} keys={list.keys} listState={listState} />}
      <SectionPages
        label={t('keys.pages')}
        page={list.page}
        pages={list.pages}
        hrefOf={(page) => listHref({ ...listState, keys: { ...(listState.keys ?? allCurrentKeys), page } }, 'api-keys')}
      />
    </Section>
  )
}

async function NothingFound({ listState }: Pick<Props, 'listState'>) {
  const t = await portalTranslator('usersAndAccess')
  const { keys: _, ...unfiltered } = listState
  return (
    <EmptyState
      title={t('keys.nothing')}
      action={<LinkButton href={listHref(unfiltered, 'api-keys')}>{t('keys.clear')}</LinkButton>}
    />
  )
}
