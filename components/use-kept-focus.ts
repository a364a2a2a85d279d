'use client'

import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/** Rows are told apart by what they are about, not by where they stand. */
const rows = '[data-row], tr[id]'

/**
 * Keeps the focus where it was when an action takes away what had it: it goes to the same row's first button or link,
 * else to the search field. For the element around a list whose rows carry `data-row` or are table rows with an id.
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
    // A dialog about the row has the focus for a while; an element that is removed loses it without leaving.
    const isAway = target.isConnected && !relatedTarget?.closest('dialog')
    if (isAway) lastRow.current = undefined
  }

  return { onFocus, onBlur }
}

function nameOf(row: HTMLElement | null): string | undefined {
  return row?.dataset.row ?? row?.id
}
