'use client'

import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from '#components/messages.tsx'
import { Link } from '#components/ui/link.tsx'
import { moveFocus } from '#components/ui/menu.tsx'
import { foldForSearch } from '#lib/kernel/fold-text.ts'
import styles from './filter-options.module.css'

export type FilterOption = Readonly<{ value: string; label: string }>

/** Shorter lists need no search. */
const maxUnsearched = 8

type Props = Readonly<{
  label: string
  options: readonly FilterOption[]
  current: string | undefined
  hrefOf: (value: string) => string
}>

/** The values of a filter as links, with a search by name if there are many. Enter takes the first that it finds. */
export function FilterOptions({ label, options, current, hrefOf }: Props) {
  const t = useTranslations('widgets')
  const [typed, setTyped] = useState('')
  const found = options.filter((option) => foldForSearch(option.label).includes(foldForSearch(typed)))
  const total = options.length
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the links inside.
    <div onKeyDown={moveFocus}>
      {total > maxUnsearched && (
        <div className={styles.search}>
          <input
            type="search"
            className="lk-control"
            aria-label={t('searchOptions', { label })}
            placeholder={t('searchOptions', { label })}
            autoComplete="off"
            onInput={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={leaveField}
          />
        </div>
      )}
      <ul className={styles.options}>
        {found.map(({ value, label: name }) => (
          <li key={value}>
            <Link
              href={hrefOf(value)}
              scroll={false}
              aria-current={value === current ? 'true' : undefined}
              onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
      {total > maxUnsearched && (
        <p role="status" className={`lk-fine ${styles.count}`}>
          {found.length === 0 ? t('noOption', { typed, total }) : t('optionsFound', { count: found.length, total })}
        </p>
      )}
    </div>
  )
}

/** From the field to the first option, which Enter takes. */
function leaveField(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
  event.preventDefault()
  const first = event.currentTarget.closest('[popover]')?.querySelector<HTMLElement>('a')
  if (event.key === 'Enter') first?.click()
  else first?.focus()
}
