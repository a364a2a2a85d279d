'use client'

import { useEffect } from 'react'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { organizationPath } from '#app/(portal)/_urls/organization-url.ts'
import { endAllSessionsAction } from '#app/(portal)/organization/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'

/** Ends the sessions of all users but the current one. */
export function EndAllDialog({ confirmBy }: Readonly<{ confirmBy: ConfirmBy }>) {
  const t = useTranslations('organization.sessions')
  const form = useAccessForm(endAllSessionsAction, { confirmBy, doneHref: organizationPath, repeatable: true })
  const { done } = form
  useEffect(() => {
    if (done) showToast({ text: t('ended', done) })
  }, [done, t])
  return (
    <FormDialog form={form} title={t('endTitle')} closeHref={organizationPath} submitLabel={t('endAll')} danger>
      <p>{t('endEffect')}</p>
    </FormDialog>
  )
}
