'use client'

import { useEffect } from 'react'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { yourAccountPath } from '#app/(portal)/_urls/your-account-url.ts'
import { endSessionAction } from '#app/(portal)/your-account/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

type Props = Readonly<{
  /** A session ID, or `others`. */
  ends: string
  title: string
  /** What the session is, and what stops. */
  why: string
  confirmBy: ConfirmBy
}>

/** Ends one of the user's own sessions, or all others. */
export function EndSessionDialog({ ends, title, why, confirmBy }: Props) {
  const t = useTranslations('security.sessions')
  const form = useAccessForm(endSessionAction, { confirmBy, doneHref: yourAccountPath, repeatable: true })
  const { done } = form
  useEffect(() => {
    if (done) showToast({ text: done === 'one' ? t('ended') : t('othersEnded', { count: done.others }) })
  }, [done, t])
  return (
    <FormDialog
      form={form}
      title={title}
      closeHref={yourAccountPath}
      fields={{ sessionId: ends }}
      submitLabel={ends === 'others' ? t('endOthers') : t('endSubmit')}
      danger
    >
      <p>{why}</p>
    </FormDialog>
  )
}
