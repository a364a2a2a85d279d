'use client'

import { lazy, Suspense, useSyncExternalStore } from 'react'
import { loadScript } from '#components/connection/load-script.ts'

export type Toast = Readonly<{
  text: string
  /** An idempotent Server Action that reverses what the toast reports, and the fields of its form. */
  undo?: Readonly<{ action: (form: FormData) => Promise<unknown>; fields: Readonly<Record<string, string>> }>
}>

/** Loaded with the first toast. */
const ToastCard = lazy(async () => ({ default: (await loadScript(() => import('./toast-card.tsx'))).ToastCard }))

let current: Toast | undefined
const listeners = new Set<() => void>()

/** Reports something that is not visible otherwise, in place of an earlier toast. */
export function showToast(toast: Toast): void {
  publish(toast)
}

/** Where toasts appear: once per page. */
export function Toasts() {
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
  return (
    <div role="status" data-print="hide">
      {toast && (
        <Suspense>
          <ToastCard key={toast.text} toast={toast} onGone={() => toast === current && publish(undefined)} />
        </Suspense>
      )}
    </div>
  )
}

function publish(toast: Toast | undefined): void {
  current = toast
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
