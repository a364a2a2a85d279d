'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslations } from '../../../../components/messages.tsx'
import { SubmitButton } from '../../../../components/ui/button.tsx'
import { Form, FormActions } from '../../../../components/ui/form.tsx'
import { PasswordField } from '../../../../components/ui/password-field.tsx'
import type { AccessFormState } from './use-access-form.ts'
import styles from './users-and-access.module.css'

type Props = Readonly<{
  id?: string
  /** Omitted in a dialog, which has its own title. */
  titled?: boolean
  form: AccessFormState
  submit: ReactNode
  /** The way out of the form and of the confirmation step. */
  cancel?: ReactNode
  children: ReactNode
}>

/**
 * A form whose action needs a recent confirmation. While it asks for the password, the other fields are hidden but stay
 * in the form, so their values are kept and, without scripts, submitted.
 */
export function AccessForm({ id, titled = false, form, submit, cancel, children }: Props) {
  const confirming = form.state.askPassword
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnStep(fields, confirming)
  return (
    <Form id={id} action={form.formAction} problem={form.problem}>
      {confirming && <ConfirmStep form={form} titled={titled} cancel={cancel} />}
      <div ref={fields} className={styles.fields} hidden={confirming}>
        {children}
        <FormActions>
          {submit}
          {cancel}
        </FormActions>
      </div>
    </Form>
  )
}

type ConfirmProps = Readonly<{ form: AccessFormState; titled: boolean; cancel: ReactNode }>

/** Asks for the password before the form is filled in, or after a submission whose confirmation had expired. */
function ConfirmStep({ form, titled, cancel }: ConfirmProps) {
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

const firstField = 'input:not([type="hidden"]), select, textarea, button[type="submit"]'

/** Focuses the step that appeared; the dialog focuses the first one. */
function useFocusOnStep(fields: React.RefObject<HTMLElement | null>, confirming: boolean): void {
  const former = useRef(confirming)
  useEffect(() => {
    if (former.current === confirming) return
    former.current = confirming
    const step = confirming ? fields.current?.closest('form') : fields.current
    step?.querySelector<HTMLElement>(firstField)?.focus()
  }, [confirming, fields])
}
