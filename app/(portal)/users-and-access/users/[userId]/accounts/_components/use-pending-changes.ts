'use client'

import { useCallback, useEffect, useState } from 'react'
import { formatPending, type PendingChanges, parsePending } from './pending-changes.ts'

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
