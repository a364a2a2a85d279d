'use client'

import { useTranslations } from '../messages.tsx'
import { useConnectionState } from './connection-state.ts'
import { SignInLink } from './sign-in-link.tsx'

/** Why the last navigation or `ActionForm` failed. Modal dialogs have their own, since they make the page's inert. */
export function ConnectionMessage() {
  const t = useTranslations('errors.outage')
  const { failure } = useConnectionState()
  return (
    <div className="lk-connection" role="status">
      {failure && (
        <p className="lk-connection-text">
          {t(`${failure}.title`)} {failure === 'session-ended' && <SignInLink />}
        </p>
      )}
    </div>
  )
}
