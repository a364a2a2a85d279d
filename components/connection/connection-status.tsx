'use client'

import { useEffect } from 'react'
import { ConnectionMessage } from './connection-message.tsx'
import { reportFailure, useConnectionState } from './connection-state.ts'
import { guardFetch } from './guard-fetch.ts'

// On module evaluation, before the router sends its first request.
if (typeof window !== 'undefined') window.fetch = guardFetch(window.fetch)

/** On every page: a progress line while the server is awaited, and the reason why a navigation or a pin fails. */
export function ConnectionStatus() {
  const { failure, waiting } = useConnectionState()
  useForgottenFailure(failure !== undefined && waiting === 0)
  return (
    <>
      {/* Always there: the browser would compute the styles of the whole page anew for an element that comes or goes. */}
      <div className="lk-progress" aria-hidden="true" data-waiting={waiting > 0 || undefined} />
      <ConnectionMessage />
    </>
  )
}

/**
 * Clears the failure when the tab is focused again, for example after signing in in another tab. A waiting navigation
 * retries at the same moment.
 */
function useForgottenFailure(isOver: boolean): void {
  useEffect(() => {
    if (!isOver) return
    const forget = () => reportFailure(undefined)
    addEventListener('focus', forget)
    return () => removeEventListener('focus', forget)
  }, [isOver])
}
