'use client'

import { useId } from 'react'
import { choosePreference } from '#app/(portal)/_session/choose-preference.ts'
import { signOutAction } from '#app/(portal)/_session/sign-out.ts'
import type { Entry, EntryGroup } from '#app/(portal)/jump/entry.ts'
import { accountTab } from '#components/account-tab.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { Link } from '#components/ui/link.tsx'
import styles from './entries.module.css'
import { EntryContent } from './entry-row.tsx'

type Props = Readonly<{
  groups: readonly EntryGroup[]
  /** The entries are options of a combobox, and this one is active. Otherwise they are plain lists. */
  active?: string | undefined
  asOptions?: boolean
  /** Called when an entry without a page of its own is done. */
  onDone?: () => void
}>

/** Results below their titles. They work without scripts, as links and forms. */
export function EntryGroups({ groups, active, asOptions = false, onDone }: Props) {
  const own = useId()
  return groups.map(({ id, title, entries }) => (
    // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, not fieldsets.
    <div key={id} role="group" aria-labelledby={`${own}-${id}`}>
      <h2 id={`${own}-${id}`} className={styles.title} role={asOptions ? 'presentation' : undefined}>
        {title}
      </h2>
      {entries.map((entry) => (
        <EntryTarget
          key={entry.id}
          entry={entry}
          onDone={onDone}
          {...(asOptions && { option: toOption(entry.id, active) })}
        />
      ))}
    </div>
  ))
}

function toOption(id: string, active: string | undefined) {
  return { id, role: 'option', tabIndex: -1, 'aria-selected': id === active } as const
}

type TargetProps = Readonly<{
  entry: Entry
  option?: ReturnType<typeof toOption>
  onDone?: (() => void) | undefined
}>

function EntryTarget({ entry, option, onDone }: TargetProps) {
  const { href, launches, opensTab, deed } = entry
  const look = { className: styles.entry, ...option }
  const content = <EntryContent entry={entry} />
  if (deed === undefined) {
    if (!launches) {
      return (
        <Link {...look} href={href ?? '/'}>
          {content}
        </Link>
      )
    }
    // Named as the launcher's, so that "Switch" finds the tab.
    const target = opensTab ? { target: accountTab(href?.split('/').at(-1) ?? '') } : {}
    return (
      <a {...look} href={href} rel="nofollow" {...target}>
        {content}
      </a>
    )
  }
  const theme = deed.startsWith('theme.') && deed.slice('theme.'.length)
  return (
    <ActionForm action={theme ? choosePreference : signOutAction} role="presentation" {...(onDone && { onDone })}>
      {theme && <input type="hidden" name="theme" value={theme} />}
      <button type="submit" {...look}>
        {content}
      </button>
    </ActionForm>
  )
}
