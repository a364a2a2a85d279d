import type { ReactNode } from 'react'
import { portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import type { LauncherAccounts } from '#lib/domain/accounts/accounts/launcher.ts'
import { AccountList, MoreAccounts } from './account-list.tsx'
import type { OpenPaths } from './account-rows.tsx'

type Props = Readonly<{
  found: LauncherAccounts
  title: string | undefined
  openPaths: OpenPaths
  /** Offered where nothing matches what was typed. */
  children: ReactNode
}>

/** What a search finds in other spellings or by fewer words. */
export function SecondList({ found: { accounts: exact, second }, title, openPaths, children }: Props) {
  if (!second) return null
  const { accounts, more } = second
  const isOnly = exact.length === 0
  return (
    <AccountList id="second" title={title} accounts={accounts} matched={second} openPaths={openPaths} head={isOnly}>
      {more && <MoreAccounts shown={accounts.length} isSearch />}
      {isOnly && children}
    </AccountList>
  )
}

/** Says how the accounts are spelled that a search finds, instead of as it was typed or besides. */
export async function titleSecond({ accounts, second }: LauncherAccounts, query: string): Promise<string | undefined> {
  if (!second) return undefined
  const [t, { locale }] = await Promise.all([portalTranslator('launcher'), readPreferences()])
  if (second.match !== 'spelling') return t(`second.${second.match}`)
  const quoted = second.spellings.map((spelling) => t('second.quoted', { spelling }))
  const spellings = new Intl.ListFormat(locale).format(quoted)
  return accounts.length > 0 ? t('second.alsoSpelled', { spellings }) : t('second.spelled', { spellings, query })
}
