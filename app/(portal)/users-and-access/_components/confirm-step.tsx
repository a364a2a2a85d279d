'use client'

import type { ReactNode } from 'react'
import { useTranslations } from '../../../../components/messages.tsx'
import { SubmitButton } from '../../../../components/ui/button.tsx'
import { FormActions } from '../../../../components/ui/form.tsx'
import { PasswordField } from '../../../../components/ui/password-field.tsx'
import type { AccessFormState } from './use-access-form.ts'

type Props = Readonly<{ form: AccessFormState; titled: boolean; cancel: ReactNode }>

/** Asks for the password before the form is filled in, or after a submission whose confirmation had expired. */
export function ConfirmStep({ form, titled, cancel }: Props) {
  const t = useTranslations('usersAndAccess.confirm')
  const { confirmFirst } = form.state
  return (
    <>
      <input type="hidden" name="step" value={confirmFirst ? 'first' : 'continue'} />
      {titled && <h2>{t('title')}</h2>}
      <p>{t(confirmFirst ? 'why' : 'kept')}</p>
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        error={form.errorOf('password')}
      />
      <FormActions>
        <SubmitButton>{t('submit')}</SubmitButton>
        {cancel}
      </FormActions>
    </>
  )
}
