import { IconPlus } from '@tabler/icons-react'
import type { KeyPage } from '#lib/api-keys/find-api-keys.ts'
import { EmptyState } from '../../../../components/ui/empty-state.tsx'
import { LinkButton } from '../../../../components/ui/link-button.tsx'
import { Pagination } from '../../../../components/ui/pagination.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { allCurrentKeys } from '../key-list-state.ts'
import { dialogHref, type ListState, listHref } from '../list-state.ts'
import { KeyFilterForm } from './key-filter-form.tsx'
import { KeysTable } from './keys-table.tsx'
import { Section } from './section.tsx'

type Props = Readonly<{ list: KeyPage; listState: ListState }>

/** The API keys that the user may manage, filtered and paged. */
export async function ApiKeysSection({ list, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const generate = (
    <LinkButton href={dialogHref(listState, 'generate-key')} inPlace>
      <IconPlus size={16} stroke={1.75} aria-hidden="true" />
      {t('keys.add')}
    </LinkButton>
  )
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
    <Section id="api-keys" title={t('keys.title')} why={why} action={generate}>
      {list.all > 0 && <KeyFilterForm listState={listState} list={list} />}
      {list.all === 0 && <EmptyState title={t('keys.none')}>{t('keys.noneHint')}</EmptyState>}
      {list.all > 0 && list.total === 0 && <NothingFound listState={listState} />}
      {list.total > 0 && <KeysTable caption={t('keys.caption')} keys={list.keys} listState={listState} />}
      <Pages list={list} listState={listState} />
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

async function Pages({ list: { page, pages }, listState }: Props) {
  const [t, shell] = await Promise.all([portalTranslator('usersAndAccess'), portalTranslator('shell')])
  if (pages === 1) return null
  const pageHref = (number: number) =>
    listHref({ ...listState, keys: { ...(listState.keys ?? allCurrentKeys), page: number } }, 'api-keys')
  return (
    <Pagination
      label={t('keys.pages')}
      previous={{ label: shell('pages.previous'), href: page > 1 ? pageHref(page - 1) : undefined }}
      next={{ label: shell('pages.next'), href: page < pages ? pageHref(page + 1) : undefined }}
    >
      {shell('pages.pageOf', { page, pages })}
    </Pagination>
  )
}
