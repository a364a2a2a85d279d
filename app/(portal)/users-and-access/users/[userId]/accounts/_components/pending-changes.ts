'use client'

import { useCallback, useEffect, useState } from 'react'

/** Boxes that differ from the saved list, by account ID: `true` adds, `false` removes. */
export type PendingChanges = ReadonlyMap<string, boolean>

/** Applies a click on a box. A box that matches the saved list again is no change. */
export function changeBox(
  pending: PendingChanges,
  { id, ticked, listed }: Readonly<{ id: string; ticked: boolean; listed: boolean }>,
): PendingChanges {
  const changed = new Map(pending)
  if (ticked === listed) changed.delete(id)
  else changed.set(id, ticked)
  return changed
}

/** The IDs to add, or those to remove. */
export function changedIds(pending: PendingChanges, added: boolean): string[] {
  return [...pending].filter(([, adds]) => adds === added).map(([id]) => id)
}

/** Serialized for session storage: IDs prefixed with `+` or `-`, separated by spaces. */
export function formatPending(pending: PendingChanges): string {
  return [...pending].map(([id, added]) => `${added ? '+' : '-'}${id}`).join(' ')
}

export function parsePending(text: string): PendingChanges {
  const entries = text.split(' ').filter((entry) => /^[+-]./.test(entry))
  return new Map(entries.map((entry) => [entry.slice(1), entry.startsWith('+')]))
}

type PendingStore = Readonly<{
  pending: PendingChanges
  setPending: (pending: PendingChanges) => void
  /** False on the server, without scripts, and until session storage has been read. */
  ready: boolean
}>

const none: PendingChanges = new Map()

/** Pending changes in session storage: they survive search, paging, Back and reload until saved. */
export function usePendingChanges(key: string): PendingStore {
  const [pending, setState] = useState(none)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    setState(parsePending(sessionStorage.getItem(key) ?? ''))
    setReady(true)
  }, [key])
  const setPending = useCallback(
    (changed: PendingChanges) => {
      setState(changed)
      if (changed.size === 0) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, formatPending(changed))
    },
    [key],
  )
  return { pending, setPending, ready }
}
