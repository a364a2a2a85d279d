'use client'

import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** Rows are identified by ID, not by position. */
const rows = '[data-row], tr[id]'
const controls = 'a[href], button, input:not([type="hidden"]), select'
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Wraps a table: one row is a tab stop, arrow keys move between rows, and a row keeps the focus if its button goes. */
export function RovingRows({ children }: Readonly<{ children: ReactNode }>) {
  const root = useRef<HTMLDivElement>(null)
  const keptFocus = useRowFocus(root)
  return (
    <div ref={root} onKeyDownCapture={moveBetweenRows} {...keptFocus}>
      {children}
    </div>
  )
}

/** One tab stop and a kept focus, for a container whose rows have `data-row` or are `tr` with an ID. */
export function useRowFocus(root: RefObject<HTMLElement | null>) {
  useRovingTabStops(root)
  return useKeptFocus(root)
}

/** Restores the focus when an action removes its element: to the same row, otherwise to the search field. */
function useKeptFocus(root: RefObject<HTMLElement | null>) {
  const lastRow = useRef<string>(undefined)

  useEffect(() => {
    if (!root.current || !lastRow.current || document.activeElement !== document.body) return
    const row = [...root.current.querySelectorAll<HTMLElement>(rows)].find((one) => nameOf(one) === lastRow.current)
    const next = row?.querySelector<HTMLElement>('button, a') ?? document.querySelector<HTMLElement>('[type="search"]')
    next?.focus()
  })

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    lastRow.current = nameOf(target.closest<HTMLElement>(rows))
  }

  function onBlur({ target, relatedTarget }: FocusEvent<HTMLElement>) {
    // A row's dialog takes the focus for a while; a removed element loses it without `relatedTarget`.
    const isAway = target.isConnected && !relatedTarget?.closest('dialog')
    if (isAway) lastRow.current = undefined
  }

  return { onFocus, onBlur }
}

/** Keeps one row of each list or table in the tab order: the last focused one, initially the first. */
function useRovingTabStops(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current
    if (!element) return
    const currentRows = new WeakMap<Element, Element>()
    const update = () => updateTabStops(element, currentRows)
    update()
    const observer = new MutationObserver(update)
    observer.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', update)
    return () => {
      observer.disconnect()
      element.removeEventListener('focusin', update)
    }
  }, [root])
}

/**
 * Moves the focus to the same control of the next or previous row. Captures the event before a menu button in the row
 * opens its menu; an open menu keeps its own arrow keys.
 */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event
  const step = steps[key]
  if (!step || ctrlKey || metaKey || altKey || shiftKey || !(target instanceof HTMLElement)) return
  if (target instanceof HTMLButtonElement && target.popoverTargetElement?.matches(':popover-open')) return
  const row = target.closest(rows)
  const place = row ? controlsOf(row).indexOf(target) : -1
  if (!row || place < 0) return
  event.preventDefault()
  event.stopPropagation()
  const next = step > 0 ? row.nextElementSibling : row.previousElementSibling
  const candidates = next?.matches(rows) ? controlsOf(next) : []
  candidates[Math.min(place, candidates.length - 1)]?.focus()
}

function updateTabStops(root: HTMLElement, currentRows: WeakMap<Element, Element>): void {
  const groups = Map.groupBy(root.querySelectorAll(rows), (row) => row.parentElement)
  for (const [group, members] of groups) {
    if (!group) continue
    const focused = members.find((row) => row.contains(document.activeElement))
    const before = members.find((row) => row === currentRows.get(group))
    const current = focused ?? before ?? members[0]
    if (current) currentRows.set(group, current)
    for (const row of members) setTabStops(row, row === current)
  }
}

function setTabStops(row: Element, isCurrent: boolean): void {
  for (const control of controlsOf(row)) {
    if (isCurrent) control.removeAttribute('tabindex')
    else control.tabIndex = -1
  }
}

/** Excludes menu entries, which are reached through their button. */
function controlsOf(row: Element): HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(controls)].filter((control) => !control.closest('[popover]'))
}

function nameOf(row: HTMLElement | null): string | undefined {
  return row?.dataset.row ?? row?.id
}
