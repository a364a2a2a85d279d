import { searchOpenableAccounts } from '#lib/accounts/launcher.ts'
import { getServices } from '#lib/services.ts'
import { LiveSearch } from '../../components/live-search.tsx'
import { AccountList, MoreAccounts } from './_launcher/account-list.tsx'
import { KeyHints } from './_launcher/key-hints.tsx'
import styles from './_launcher/launcher.module.css'
import { Launcher } from './_launcher/launcher.tsx'
import { readLauncherState } from './_launcher/launcher-state.ts'
import { NoAccounts } from './_launcher/no-accounts.tsx'
import { RemotePlatformNotice } from './_launcher/remote-platform-notice.tsx'
import { pageTitle, portalTranslator } from './_preferences/preferences.ts'
import { requireUser } from './_session/user.ts'

export const generateMetadata = pageTitle('launcher', (t) => t('title'))

/** The launcher: search, and every account that the user may open. */
export default async function LauncherPage({ searchParams }: PageProps<'/'>) {
  const actor = await requireUser()
  const [services, t] = await Promise.all([getServices(), portalTranslator('launcher')])
  const { query, shown } = readLauncherState(await searchParams)
  const found = await searchOpenableAccounts(services, actor, { query, shown })
  const { accounts, more, pinned, recent, words } = found
  const { platform } = services.env
  const isSearch = words.length > 0
  const count = t(more ? 'moreThan' : 'count', { count: accounts.length })
  return (
    <Launcher query={query}>
      <h1 className="lk-unseen">{t('title')}</h1>
      <LiveSearch path="/" query={query} label={t('searchLabel')} scale="large" autoFocus />
      {platform && <RemotePlatformNotice url={platform.url} username={platform.username} />}
      <p className="lk-unseen" role="status">
        {isSearch && count}
      </p>
      <div className={styles.results} data-search={isSearch}>
        <AccountList id="pinned" title={t('pinned')} accounts={pinned} />
        <AccountList id="recent" title={t('recent')} accounts={recent} />
        <AccountList id="all" title={t(isSearch ? 'results' : 'all')} count={count} accounts={accounts} words={words}>
          {more && <MoreAccounts shown={accounts.length} isSearch={isSearch} />}
        </AccountList>
        {accounts.length === 0 && <NoAccounts query={query} opensAny={found.opensAny} role={actor.role} />}
      </div>
      {accounts.length > 0 && <KeyHints />}
    </Launcher>
  )
}
