'use client'

import { useConnectionState } from './connection-state.ts'
import { FailureMessage } from './failure-message.tsx'

/** Why the last navigation or `ActionForm` failed. Modal dialogs have their own, since they make the page's inert. */
export function ConnectionMessage() {
  const { failure } = useConnectionState()
  return (
    <div className="lk-connection" role="status">
      {failure && (
        <p className="lk-connection-text">
          <FailureMessage kind={failure} />
        </p>
      )}
    </div>
  )
}
