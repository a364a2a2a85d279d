import { firstStepsPath } from '#app/(portal)/_urls/admin-places.ts'
import { textOf } from '#app/(portal)/_urls/list-url.ts'
import { LiveSearch } from '#components/live-search.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { listOwnOpenAccounts } from '#lib/domain/accounts/account-sessions/own-open-sessions.ts'
import { type LauncherAccounts, maxPinned, searchOpenableAccounts } from '#lib/domain/accounts/accounts/launcher.ts'
import {
  firstSteps,
  readFirstSteps,
  type FirstSteps as Steps,
} from '#lib/domain/organization/first-steps/first-steps.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import { getServices, type Services } from '#lib/foundation/services.ts'
import { AccountList, MoreAccounts, NoAccounts, RequestAccess, SuspendedAccount } from './_launcher/account-list.tsx'
import { KeyHints } from './_launcher/key-hints.tsx'
import styles from './_launcher/launcher.module.css'
import { Launcher } from './_launcher/launcher.tsx'
import { OpenAccounts } from './_launcher/open-accounts.tsx'
import { PinnedAccounts } from './_launcher/pinned-accounts.tsx'
import { SecondList, titleSecond } from './_launcher/second-list.tsx'
import { pageTitle, portalTranslator } from './_preferences/preferences.ts'
import { requireUser } from './_session/user.ts'

export const generateMetadata = pageTitle('launcher', (t) => t('title'))

/** The launcher: search, and every account that the user may open. */
export default async function LauncherPage({ searchParams }: PageProps<'/'>) {
  const actor = await requireUser()
  const [services, t, { q, show, edit, refused }] = await Promise.all([
    getServices(),
    portalTranslator('launcher'),
    searchParams,
  ])
  const query = textOf(q)
  const shown = Number(textOf(show))
  const open = await listOwnOpenAccounts(services, actor)
  const openPaths = new Map(open.map(({ id, deepPath }) => [id, deepPath]))
  const openIds = [...openPaths.keys()]
  const found = await searchOpenableAccounts(services, actor, { query, shown, openIds })
  const { accounts, more, total, pinned, recent, suspended, words } = found
  const { platform } = services.env
  const steps = await findSteps(services, actor, query)
  const isSearch = words.length > 0
  const secondTitle = await titleSecond(found, query)
  const count = t(total.isExact ? 'count' : 'countAtLeast', total)
  return (
    <Launcher query={query}>
      <h1 className="lk-unseen">{t('title')}</h1>
      <LiveSearch
        path="/"
        query={query}
        label={t('searchLabel')}
        placeholder={
          isSearch || total.count === 0 ? undefined : t(total.isExact ? 'searchCount' : 'searchAtLeast', total)
        }
        scale="large"
        autoFocus
      />
      <PinRefusal refused={textOf(refused)} />
      {platform && <RemotePlatformNotice url={platform.url} username={platform.username} />}
      <p className="lk-unseen" role="status">
        {isSearch && [count, secondTitle].filter(Boolean).join(' · ')}
      </p>
      <div className={styles.results} data-search={isSearch}>
        {steps && (
          <div className={styles.setUp}>
            <SetUpNotice steps={steps} />
          </div>
        )}
        <OpenAccounts accounts={query === '' ? open : undefined} />
        <PinnedAccounts accounts={pinned} openPaths={openPaths} isEditing={edit === 'pinned'} />
        <AccountList id="recent" title={t('recent')} accounts={recent} openPaths={openPaths} />
        <AccountList
          id="all"
          title={t(isSearch ? 'results' : 'all')}
          count={t(total.isExact ? 'number' : 'numberAtLeast', total)}
          accounts={accounts}
          matched={{ words }}
          openPaths={openPaths}
          head
        >
          {more && <MoreAccounts shown={accounts.length} isSearch={isSearch} />}
        </AccountList>
        <SecondList found={found} title={secondTitle} openPaths={openPaths}>
          <RequestAccess query={query} role={actor.role} isInList />
        </SecondList>
        {suspended && <SuspendedAccount account={suspended} role={actor.role} />}
        {!hasRows(found) && !suspended && !isToAddFirst(steps) && (
          <NoAccounts query={query} opensAny={found.opensAny} role={actor.role} />
        )}
      </div>
      {hasRows(found) && <KeyHints />}
    </Launcher>
  )
}

/** Without scripts, says why an account was not pinned; with scripts, a toast does. */
async function PinRefusal({ refused }: Readonly<{ refused: string }>) {
  const t = await portalTranslator('launcher')
  return refused === 'pin' && <Notice tone="danger" title={t('tooManyPins', { max: maxPinned })} />
}

function hasRows({ accounts, second }: LauncherAccounts): boolean {
  return accounts.length > 0 || second !== undefined
}

/** The first steps, without a search, while they are open. */
async function findSteps(services: Services, actor: PortalUser, query: string): Promise<Steps | undefined> {
  return query === '' && isManager(actor.role) ? readFirstSteps(services, actor) : undefined
}

/** Leads managers to the first steps, which are on the overview. */
async function SetUpNotice({ steps: { done } }: Readonly<{ steps: Steps }>) {
  const t = await portalTranslator('firstSteps')
  const count = firstSteps.filter((step) => done[step]).length
  return (
    <Notice
      title={t('title')}
      action={
        <LinkButton href={firstStepsPath} variant="primary">
          {t('continue')}
        </LinkButton>
      }
    >
      {t('progress', { done: count, all: firstSteps.length })}
    </Notice>
  )
}

/** Whether the first steps already ask for the first account. */
function isToAddFirst(steps: Steps | undefined): boolean {
  return steps?.done.account === false
}

/** Names the remote platform that opens accounts and the user there (docs/protocol.md §7). */
async function RemotePlatformNotice({ url, username }: Readonly<{ url: string; username: string | undefined }>) {
  const t = await portalTranslator('launcher')
  const platform = url.replace(/^https?:\/\//, '')
  return (
    <p className={`lk-fine ${styles.platform}`}>
      {username === undefined
        ? t('elsewhere.unnamed', { platform })
        : t('elsewhere.named', { platform, user: username })}{' '}
      {t('elsewhere.anyBrowser')}
    </p>
  )
}
