'use client'

import { useSyncExternalStore } from 'react'
import type { FailureKind } from './send-action.ts'

export type ConnectionState = Readonly<{
  /** Why the last navigation or `ActionForm` failed, until one succeeds. */
  failure: FailureKind | undefined
  waiting: number
}>

const connected: ConnectionState = { failure: undefined, waiting: 0 }
let state = connected
const listeners = new Set<() => void>()

export function reportFailure(failure: FailureKind | undefined): void {
  if (failure !== state.failure) publish({ ...state, failure })
}

let answeredRequest: string | undefined

/** Notes the request that the page, or a part of it, came with. */
export function noteRequest(id: string | null): void {
  if (id !== null) answeredRequest = id
}

/** The ID of the last request that answered: the log has it. Only in the browser. */
export function latestRequestId(): string | undefined {
  return answeredRequest ?? document.documentElement.dataset.request
}

/** Counts `request` as waiting until it settles. */
export async function trackWaiting<T>(request: Promise<T>): Promise<T> {
  publish({ ...state, waiting: state.waiting + 1 })
  try {
    return await request
  } finally {
    publish({ ...state, waiting: state.waiting - 1 })
  }
}

export function useConnectionState(): ConnectionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => connected,
  )
}

function publish(next: ConnectionState): void {
  state = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
