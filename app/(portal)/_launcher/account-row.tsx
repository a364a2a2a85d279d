'use client'

import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { accountTab } from '#components/account-tab.ts'
import { Monogram } from '#components/ui/monogram.tsx'
import styles from './account-row.module.css'
import { PinForm } from './pin-form.tsx'
import { SwitchLink } from './switch-link.tsx'

export type ShownAccount = Readonly<{
  id: string
  name: string
  color: number
  letters: string
  pinned: boolean
  /** The tag, and its name in its own language. */
  locale?: readonly [tag: string, name: string]
  /** When the user last opened it; missing for never. */
  opened?: ReactNode
  /** Where its session in this browser started, if it is open. */
  openPath?: string
  /** Name and ID with the matches of a search. */
  marked?: Readonly<{ name: ReactNode; id: ReactNode }>
}>

/** `{name}` stands for the account's name. */
type Texts = Readonly<
  Record<
    'open' | 'openNamed' | 'switch' | 'switchNamed' | 'pin' | 'unpin' | 'pinned' | 'unpinned' | 'lastOpened' | 'never',
    string
  > & {
    /** Whether accounts open in a new tab. */
    opensTab: boolean
  }
>

type ListProps = Readonly<{ accounts: readonly ShownAccount[]; texts: Texts }>
type RowProps = Readonly<{ account: ShownAccount; texts: Texts }>

/** Client components, so that the server sends the markup of the rows only as HTML, not again as their tree. */
export function RowList({ accounts, texts }: ListProps) {
  return accounts.map((account) => <AccountRow key={account.id} account={account} texts={texts} />)
}

export function TileList({ accounts, texts }: ListProps) {
  return accounts.map((account) => <AccountTile key={account.id} account={account} texts={texts} />)
}

/** One account. The whole row is a plain link, so that Ctrl-click, middle-click and the context menu work. */
function AccountRow({ account, texts }: RowProps) {
  const { id, name, color, letters, locale, opened, marked } = account
  return (
    <li className={styles.row} data-row={id}>
      <Monogram letters={letters} color={color} />
      <span className={styles.name}>{marked?.name ?? name}</span>
      <span className={styles.id}>{marked?.id ?? id}</span>
      <span className={styles.locale} lang={locale?.[0]}>
        {locale?.[1]}
      </span>
      <span className={styles.opened}>
        <span className="lk-unseen">{texts.lastOpened} </span>
        {opened ?? <span className={styles.never}>{texts.never}</span>}
      </span>
      <Pin account={account} texts={texts} />
      <OpenLink account={account} texts={texts}>
        {texts.open}
      </OpenLink>
    </li>
  )
}

/** A pinned account. Like a row, it is a link as a whole. */
function AccountTile({ account, texts }: RowProps) {
  const { id, name, color, letters, locale } = account
  return (
    <li className={styles.tile} data-row={id}>
      <Monogram letters={letters} color={color} size="large" />
      <div className={styles.texts}>
        <strong>{name}</strong>
        <span className={styles.facts}>
          <code>{id}</code>
          {locale && <span lang={locale[0]}>{locale[1]}</span>}
        </span>
      </div>
      <Pin account={account} texts={texts} />
      <OpenLink account={account} texts={texts} isIcon={account.openPath === undefined}>
        <IconArrowRight size={16} stroke={1.75} aria-hidden="true" />
      </OpenLink>
    </li>
  )
}

function Pin({ account: { id, name, pinned }, texts }: RowProps) {
  const label = named(pinned ? texts.unpin : texts.pin, name)
  const done = named(pinned ? texts.unpinned : texts.pinned, name)
  return <PinForm accountId={id} pinned={pinned} label={label} done={done} />
}

/** A plain link: each request to this URL issues a one-use link. An account that is open is switched to. */
function OpenLink({
  account: { id, name, openPath },
  texts,
  isIcon,
  children,
}: RowProps & Readonly<{ isIcon?: boolean; children: ReactNode }>) {
  if (openPath !== undefined) {
    const label = named(texts.switchNamed, name)
    return (
      <SwitchLink
        className={`lk-button ${styles.open}`}
        accountId={id}
        href={openPath}
        opensTab={texts.opensTab}
        aria-label={label}
      >
        {texts.switch}
      </SwitchLink>
    )
  }
  return (
    <a
      className={`lk-button ${styles.open}`}
      data-variant="secondary"
      data-size="small"
      data-icon={isIcon}
      href={`/launch/${id}`}
      rel="nofollow"
      // Named, not `noopener`, so that "Switch" finds the tab.
      target={texts.opensTab ? accountTab(id) : undefined}
      aria-label={named(texts.openNamed, name)}
      data-open
    >
      {children}
    </a>
  )
}

function named(text: string, name: string): string {
  return text.replace('{name}', () => name)
}
