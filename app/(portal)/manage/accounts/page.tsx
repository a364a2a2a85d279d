import { listAccounts } from '#lib/accounts/manage-accounts.ts'
import { getServices } from '#lib/services.ts'
import { LiveSearch } from '../../../../components/live-search.tsx'
import { LinkButton } from '../../../../components/ui/link-button.tsx'
import { Notice } from '../../../../components/ui/notice.tsx'
import { PageHeader } from '../../../../components/ui/page-header.tsx'
import { pageTitle, portalTranslator } from '../../_preferences/preferences.ts'
import { requireManagerPage } from '../../_session/user.ts'
import { AccountPages } from './_components/account-pages.tsx'
import { AccountsTable } from './_components/accounts-table.tsx'
import { NoAccounts } from './_components/no-accounts.tsx'
import { OpenDialog } from './_components/open-dialog.tsx'
import { StateFilter } from './_components/state-filter.tsx'
import { dialogHref, importPath, listPath, readAdded, readListState } from './list-state.ts'
import styles from './page.module.css'

export const generateMetadata = pageTitle('accounts', (t) => t('title'))

/** The accounts list, for owners and admins. */
export default async function ManageAccountsPage({ searchParams }: PageProps<'/manage/accounts'>) {
  const actor = await requireManagerPage()
  const [services, t, query] = await Promise.all([getServices(), portalTranslator('accounts'), searchParams])
  const listState = readListState(query)
  const list = await listAccounts(services, actor, listState)
  const added = list.accounts.find(({ id }) => id === readAdded(query))
  return (
    <>
      <PageHeader
        title={t('title')}
        action={
          <>
            <LinkButton href={importPath}>{t('import')}</LinkButton>
            <LinkButton href={dialogHref(listState, 'add')} variant="primary" inPlace>
              {t('add')}
            </LinkButton>
          </>
        }
      >
        {t('sentence')}
      </PageHeader>
      {list.any && (
        <div className={styles.tools}>
          <LiveSearch
            path={listPath}
            query={listState.query}
            label={t('searchLabel')}
            {...(listState.state !== 'all' && { also: { state: listState.state } })}
          />
          <StateFilter listState={listState} />
        </div>
      )}
      {list.accounts.length > 0 ? (
        <>
          {added && (
            <div className={styles.added}>
              <Notice tone="success">{t('added', { name: added.name })}</Notice>
            </div>
          )}
          <AccountsTable accounts={list.accounts} listState={listState} addedId={added?.id} />
          <AccountPages list={list} listState={listState} />
        </>
      ) : (
        <NoAccounts any={list.any} listState={listState} />
      )}
      <OpenDialog actor={actor} query={query} listState={listState} />
    </>
  )
}
