'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { loadScript } from '#components/connection/load-script.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import type { ConfirmationMethods } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalFormState } from './portal-form.tsx'

// Only users with a second factor load it.
const FactorConfirmation = dynamic(
  async () => (await loadScript(() => import('./factor-confirmation.tsx'))).FactorConfirmation,
)
// Only users without a password and a passkey load it.
const ProviderConfirmation = dynamic(
  async () => (await loadScript(() => import('./provider-confirmation.tsx'))).ProviderConfirmation,
)

export type ConfirmationProps = Readonly<{
  form: PortalFormState
  /** The way out of the form. */
  cancel?: ReactNode
}>

type Props = ConfirmationProps & Readonly<{ by: ConfirmationMethods; titled: boolean }>

/** Asks who is there before the form is filled in, or after a submission whose confirmation had expired. */
export function ConfirmStep({ by, form, titled, cancel }: Props) {
  const t = useTranslations('errors.confirm')
  const confirmFirst = form.state?.confirmFirst
  return (
    <>
      <input type="hidden" name="step" value={confirmFirst ? 'first' : 'continue'} />
      {titled && <h2>{t('title')}</h2>}
      <p>{t(confirmFirst ? 'why' : 'kept')}</p>
      {by.provider ? (
        <ProviderConfirmation provider={by.provider} cancel={cancel} />
      ) : by.code ? (
        <FactorConfirmation form={form} cancel={cancel} hasPasskey={by.passkey} />
      ) : (
        <>
          <ConfirmPasswordField form={form} />
          <FormActions>
            {cancel}
            <SubmitButton>{t('submit')}</SubmitButton>
          </FormActions>
        </>
      )}
    </>
  )
}

export function ConfirmPasswordField({ form }: Pick<ConfirmationProps, 'form'>) {
  const t = useTranslations('errors.confirm')
  return (
    <PasswordField
      label={t('password')}
      name="password"
      autoComplete="current-password"
      error={form.errorOf('password')}
    />
  )
}
