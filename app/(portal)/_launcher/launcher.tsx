'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useRowFocus } from '#components/roving-rows.tsx'
import { areShortcutsOn } from '#components/shortcuts.ts'
import styles from './launcher.module.css'

type Props = Readonly<{
  /** The search that the rows inside are the results of. */
  query: string
  children: ReactNode
}>

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Adds keyboard control to the launcher: arrows move between rows, Enter opens (Ctrl or ⌘: in a new tab; in the search
 * field: the first row), `p` pins. The page works without it; `/` is handled by the search.
 */
export function Launcher({ query, children }: Props) {
  const root = useRef<HTMLDivElement>(null)
  /** Enter was pressed before the results for the typed text arrived. */
  const awaited = useRef<'here' | 'newTab'>(undefined)
  const keptFocus = useRowFocus(root)

  useEffect(() => {
    const wish = awaited.current
    if (!wish || !root.current || searchField(root.current)?.value.trim() !== query) return
    awaited.current = undefined
    openFirst(root.current, wish)
  }, [query])

  function answerKey(event: KeyboardEvent<HTMLElement>) {
    if (!root.current || !(event.target instanceof HTMLElement) || event.nativeEvent.isComposing) return
    const isModified = event.ctrlKey || event.metaKey || event.altKey
    if (event.key === 'Enter') {
      if (event.target === searchField(root.current)) openTyped(isModified ? 'newTab' : 'here')
    } else if (!isModified) {
      answerPlainKey(root.current, event.target, event)
    }
  }

  function openTyped(where: 'here' | 'newTab') {
    if (!root.current) return
    const typed = searchField(root.current)?.value.trim()
    awaited.current = undefined
    if (typed === '') return
    if (typed === query) openFirst(root.current, where)
    else awaited.current = where
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to events that bubble from fields and links.
    <div ref={root} className={styles.launcher} onKeyDown={answerKey} {...keptFocus}>
      {children}
    </div>
  )
}

function searchField(root: HTMLElement): HTMLInputElement | null {
  return root.querySelector('input[type="search"]')
}

function openLinks(root: HTMLElement): HTMLAnchorElement[] {
  return [...root.querySelectorAll<HTMLAnchorElement>('a[data-open]')]
}

function openFirst(root: HTMLElement, where: 'here' | 'newTab'): void {
  const link = openLinks(root)[0]
  if (!link) return
  if (where === 'here') link.click()
  else window.open(link.href, '_blank', 'noopener')
}

/** Handles `p` and the arrows, except in the search field. */
function answerPlainKey(root: HTMLElement, target: HTMLElement, event: KeyboardEvent<HTMLElement>): void {
  const row = target.closest('[data-row]')
  if (event.key === 'p' && areShortcutsOn()) row?.querySelector<HTMLFormElement>('form[data-pin]')?.requestSubmit()
  const next = nextStop(root, row ?? target, steps[event.key] ?? 0)
  if (!next) return
  event.preventDefault()
  next.focus()
  if (next instanceof HTMLInputElement) next.select()
}

/** From the search to the first row, between rows, and from the first row back to the search. */
function nextStop(root: HTMLElement, from: Element, step: number): HTMLElement | undefined {
  const stops = [searchField(root), ...openLinks(root)]
  const at = stops.findIndex((stop) => stop !== null && from.contains(stop))
  return step === 0 || at < 0 ? undefined : (stops[at + step] ?? undefined)
}
