'use client'

import { useEffect } from 'react'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { signInSettingsPath } from '#app/(portal)/_urls/settings-url.ts'
import { endAllSessionsAction } from '#app/(portal)/settings/sign-in/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

/** Ends the sessions of all users but the current one. */
export function EndAllDialog({ confirmBy }: Readonly<{ confirmBy: ConfirmBy }>) {
  const t = useTranslations('organization.sessions')
  const form = useAccessForm(endAllSessionsAction, { confirmBy, doneHref: signInSettingsPath, repeatable: true })
  const { done } = form
  useEffect(() => {
    if (done) showToast({ text: t('ended', done) })
  }, [done, t])
  return (
    <FormDialog form={form} title={t('endTitle')} closeHref={signInSettingsPath} submitLabel={t('endAll')} danger>
      <p>{t('endEffect')}</p>
    </FormDialog>
  )
}
