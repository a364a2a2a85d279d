'use client'

import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/** Rows are identified by ID, not by position. */
const rows = '[data-row], tr[id]'

/**
 * Restores the focus when an action removes the focused element: to the first control of the same row, otherwise to the
 * search field. For a container whose rows have `data-row` or are `tr` with an ID.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>) {
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

function nameOf(row: HTMLElement | null): string | undefined {
  return row?.dataset.row ?? row?.id
}
