import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { leakDeskPath } from '#app/(portal)/_urls/leak-desk-url.ts'
import {
  allCurrentKeys,
  dialogHref,
  type KeyListState,
  type ListState,
  listHref,
} from '#app/(portal)/_urls/users-and-access-url.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import type { KeyPage } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { KeyCount, KeyFilterForm } from './key-filter-form.tsx'
import { KeysTable } from './keys-table.tsx'
import { Section, SectionPages } from './section.tsx'

type Props = Readonly<{ list: KeyPage; calls: ReadonlyMap<string, readonly number[]>; listState: ListState }>

export async function ApiKeysSection({ list, calls, listState }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const hrefOf = (keys: KeyListState) => listHref({ ...listState, keys }, 'api-keys')
  const why = (
    <>
      {t('keys.why')}{' '}
      <a href="/api-reference" hrefLang="en">
        {t('keys.reference')}
      </a>{' '}
      <Link href={leakDeskPath}>{t('keys.leakDesk')}</Link>
    </>
  )
  return (
    <Section
      id="api-keys"
      title={t('keys.title')}
      why={why}
      add={{ href: dialogHref(listState, 'generate-key'), label: t('keys.add'), primary: true }}
    >
      <ListCard
        tools={list.all > 0 && <KeyFilterForm listState={listState} list={list} />}
        foot={
          list.all > 0 && (
            <SectionPages
              label={t('keys.pages')}
              page={list.page}
              pages={list.pages}
              hrefOf={(page) => hrefOf({ ...(listState.keys ?? allCurrentKeys), page })}
            >
              <KeyCount list={list} listState={listState} />
            </SectionPages>
          )
        }
      >
        {list.all === 0 && (
          <EmptyState noun="key" title={t('keys.none')}>
            {t('keys.noneHint')}
          </EmptyState>
        )}
        {list.all > 0 && list.total === 0 && (
          <EmptyState
            noun="key"
            title={t('keys.nothing')}
            action={<LinkButton href={hrefOf(allCurrentKeys)}>{t('keys.clear')}</LinkButton>}
          />
        )}
        {list.total > 0 && (
          <KeysTable caption={t('keys.caption')} keys={list.keys} calls={calls} listState={listState} />
        )}
      </ListCard>
    </Section>
  )
}
