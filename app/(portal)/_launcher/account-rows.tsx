import type { ComponentProps } from 'react'
import { Highlighted } from '#app/(portal)/_lists/highlighted.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import type { LauncherAccount } from '#lib/domain/accounts/accounts/account.ts'
import { accountColorNumber } from '#lib/domain/accounts/accounts/account-color.ts'
import type { AddedLetters } from '#lib/domain/accounts/accounts/search-text.ts'
import { describeLocale } from '#lib/foundation/i18n/describe-locale.ts'
import { accountInitials } from '#lib/kernel/initials.ts'
import { RowList, type ShownAccount, TileList } from './account-row.tsx'

/** From the ID of an account that is open in this browser to where its session started. */
export type OpenPaths = ReadonlyMap<string, string>

type Props = Readonly<{ accounts: readonly LauncherAccount[]; matched?: Matched | undefined; openPaths: OpenPaths }>

/** What to mark in the rows. */
export type Matched = Readonly<{ words: readonly string[]; addedLetters?: AddedLetters }>

/** Accounts as rows, with the matches of a search marked. */
export async function AccountRows({ accounts, matched, openPaths }: Props) {
  const shown = accounts.map((account) => toShown(account, openPaths.get(account.id), matched))
  return <RowList accounts={shown} texts={await rowTexts()} />
}

/** Pinned accounts as tiles. */
export async function AccountTiles({ accounts, openPaths }: Omit<Props, 'matched'>) {
  const shown = accounts.map((account) => toShown(account, openPaths.get(account.id)))
  return <TileList accounts={shown} texts={await rowTexts()} />
}

function toShown(
  { id, name, locale, openedAt, pinned }: LauncherAccount,
  openPath: string | undefined,
  matched: Matched = { words: [] },
): ShownAccount {
  const marked = { name: <Highlighted text={name} {...matched} />, id: <Highlighted text={id} {...matched} /> }
  return {
    id,
    name,
    color: accountColorNumber(id),
    letters: accountInitials(name),
    pinned,
    ...(locale && { locale: [locale, describeLocale(locale)] as const }),
    ...(openedAt !== null && { opened: <Moment at={openedAt} /> }),
    ...(openPath !== undefined && { openPath }),
    ...(matched.words.length > 0 && { marked }),
  }
}

/** What all rows say, once for all of them: repeated in each row, it would be most of the page's weight. */
async function rowTexts(): Promise<ComponentProps<typeof RowList>['texts']> {
  const [t, { openIn }] = await Promise.all([portalTranslator('launcher'), readPreferences()])
  const name = '{name}'
  return {
    open: t('openShort'),
    openNamed: t('openNamed', { name }),
    switch: t('switch'),
    switchNamed: t('switchNamed', { name }),
    pin: t('pin', { name }),
    unpin: t('unpin', { name }),
    pinned: t('pinnedNamed', { name }),
    unpinned: t('unpinnedNamed', { name }),
    lastOpened: t('lastOpened'),
    never: t('never'),
    opensTab: openIn === 'new-tab',
  }
}
