import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
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
import type { KeyPage } from '#lib/domain/keys/api-keys/find-api-keys.ts'
import { KeyFilters } from './key-filters.tsx'
import { KeysTable } from './keys-table.tsx'
import { Section, SectionPages } from './section.tsx'
import styles from './users-and-access.module.css'

type Props = Readonly<{ list: KeyPage; listState: ListState }>

/** A page of the API keys, with search, filters and order. */
export async function ApiKeysSection({ list, listState }: Props) {
  const [t, format] = await Promise.all([portalTranslator('usersAndAccess'), portalFormatter()])
  const { keys = allCurrentKeys } = listState
  const hrefOf = (changed: KeyListState) => listHref({ ...listState, keys: changed }, 'api-keys')
  const total = list.hasMore ? `${format.number(list.total)}+` : format.number(list.total)
  return (
    <Section
      id="api-keys"
      title={t('keys.title')}
      count={format.number(list.all)}
      add={{ href: dialogHref(listState, 'generate-key'), label: t('keys.add'), primary: true }}
      tools={list.all > 0 && <KeyFilters listState={listState} owners={list.owners} />}
      foot={
        <>
          <span className={styles.links}>
            <a href="/api-reference" hrefLang="en">
              {t('keys.reference')}
            </a>
            <Link href={leakDeskPath}>{t('keys.leakDesk')}</Link>
          </span>
          {list.all > 0 && (
            <SectionPages
              label={t('keys.pages')}
              page={list.page}
              pages={list.pages}
              hrefOf={(page) => hrefOf({ ...keys, page })}
            >
              <span role="status">{t('keys.found', { total, all: list.all })}</span>
            </SectionPages>
          )}
        </>
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
      {list.total > 0 && <KeysTable keys={list.keys} listState={listState} />}
    </Section>
  )
}
