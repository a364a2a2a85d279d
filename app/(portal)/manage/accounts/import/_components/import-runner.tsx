'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { PortalForm } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { importHref, importPath } from '#app/(portal)/_urls/accounts-url.ts'
import { runImport } from '#app/(portal)/manage/accounts/import/actions.ts'
import { reportFailure } from '#components/connection/connection-state.ts'
import { type Outage, waitForRetry } from '#components/connection/guard-fetch.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { AccountImport } from '#lib/domain/accounts/account-imports/account-import.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import styles from './import-runner.module.css'

const askEveryMs = 500

type Props = Pick<AccountImport, 'id' | 'rows' | 'badRows' | 'done' | 'state'> & Readonly<{ confirmBy: ConfirmBy }>

/** Confirms the import, shows its progress, and resumes an interrupted one. */
export function ImportRunner({ id, rows, badRows, done, state, confirmBy }: Props) {
  const t = useTranslations('accountImport')
  const form = useAccessForm(runImport, { confirmBy, repeatable: true })
  const pending = form.pending && !form.state.confirmFirst
  const isRunning = pending || state === 'running'
  // Another tab runs it.
  const isOurs = pending || state !== 'running'
  const { reached, hasBegun } = useProgress(id, { done, state }, isRunning)
  return (
    <>
      <div className={form.state.confirmBy ? 'lk-card' : undefined} data-padded>
        <PortalForm
          titled
          form={form}
          submit={
            isOurs &&
            rows > 0 && (
              <SubmitButton>
                {state === 'checked'
                  ? t(badRows > 0 ? 'review.confirmWithoutBad' : 'review.confirm', { count: rows })
                  : t('progress.goOn')}
              </SubmitButton>
            )
          }
          cancel={!isRunning && <LinkButton href={importPath}>{t('review.another')}</LinkButton>}
        >
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="skipBad" value={String(badRows > 0)} />
          {state === 'stopped' && !pending && (
            <Notice tone="warning" title={t('progress.stoppedTitle')}>
              {t('progress.stopped', { done, total: rows })}
            </Notice>
          )}
        </PortalForm>
      </div>
      {isRunning && hasBegun && (
        <div className={`lk-fine ${styles.progress}`}>
          <progress className={styles.bar} max={rows} value={reached} aria-label={t('progress.label')} />
          <p>{t('progress.done', { done: reached, total: rows })}</p>
          <p role="status">{t('progress.running')}</p>
        </div>
      )}
    </>
  )
}

type Progress = Readonly<Pick<AccountImport, 'done' | 'state'>>

/** Polls while the import runs, in this tab or another. It has not begun while the server asks for a confirmation. */
function useProgress(id: string, known: Progress, isRunning: boolean) {
  const router = useRouter()
  const [latest, setLatest] = useState(known)
  useEffect(() => {
    if (!isRunning) return
    const stop = new AbortController()
    void pollProgress(`${importHref(id)}/progress`, stop.signal, (progress) => {
      setLatest(progress)
      if (progress.state !== 'running' && progress.state !== 'checked') router.refresh()
    })
    return () => stop.abort()
  }, [id, isRunning, router])
  return {
    reached: Math.max(latest.done, known.done),
    hasBegun: known.state === 'running' || latest.state === 'running',
  }
}

/** Sends each request after the previous response: on a slow line they would pile up. */
async function pollProgress(url: string, signal: AbortSignal, report: (progress: Progress) => void): Promise<void> {
  for (let failed = 0; !signal.aborted; ) {
    await (failed > 0 ? waitForRetry(failed, signal) : new Promise((resolve) => setTimeout(resolve, askEveryMs)))
    const response = await fetch(url, { signal }).catch(() => undefined)
    const progress: Progress | undefined = response?.ok ? await response.json().catch(() => undefined) : undefined
    if (signal.aborted) return
    reportFailure(progress ? undefined : toOutage(response))
    failed = progress ? 0 : failed + 1
    if (progress) report(progress)
  }
}

function toOutage(response: Response | undefined): Outage {
  if (!response) return 'offline'
  return response.status === 401 ? 'session-ended' : 'unreachable'
}
