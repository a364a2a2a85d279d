'use client'

import { useEffect, useState } from 'react'
import { latestRequestId } from './connection/connection-state.ts'
import { useTranslations } from './messages.tsx'
import { Refusal } from './refusal.tsx'
import { Button } from './ui/button.tsx'

/** What Next passes to an error boundary. `digest` is the code of a `Refusal`. */
export type FailureProps = Readonly<{ error: Error & { digest?: string }; retry: () => void }>

/** A page that failed: an unavailable database, or a bug. The log has the request with the cause. */
export function PageFailure({ error, retry, siteName }: FailureProps & Readonly<{ siteName: string }>) {
  const t = useTranslations('errors')
  const [requestId, setRequestId] = useState<string>()
  // The document's attributes may be rendered together with this page.
  useEffect(() => setRequestId(latestRequestId()), [])
  const code = error.digest === 'temporarily_unavailable' ? error.digest : 'server_error'
  const title = t(`refusals.${code}.title`)
  return (
    <>
      <title>{`${title} · ${siteName}`}</title>
      <Refusal
        title={title}
        why={t(`refusals.${code}.why`)}
        reference={requestId === undefined ? undefined : { label: t('requestId'), id: requestId }}
      >
        <Button variant="primary" onClick={() => retry()}>
          {t('tryAgain')}
        </Button>
        {/* A plain link: it loads the whole page again. */}
        <a className="lk-button" href="/">
          {t('goToAccounts')}
        </a>
      </Refusal>
    </>
  )
}
