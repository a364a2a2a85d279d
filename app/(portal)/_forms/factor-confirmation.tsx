'use client'

import { type RefObject, useRef, useState, useSyncExternalStore } from 'react'
import { useFormStatus } from 'react-dom'
import { loadScript } from '#components/connection/load-script.ts'
import { useTranslations } from '#components/messages.tsx'
import { Button, SubmitButton } from '#components/ui/button.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { type ConfirmationProps, ConfirmPasswordField } from './confirm-step.tsx'
import styles from './factor-confirmation.module.css'

type Props = ConfirmationProps & Readonly<{ hasPasskey: boolean }>

/** Confirms with a passkey if the user has one, else with the password and a code. */
export function FactorConfirmation({ hasPasskey, form, cancel }: Props) {
  const t = useTranslations('errors.confirm')
  if (hasPasskey) return <ByPasskey form={form} cancel={cancel} />
  return (
    <>
      <PasswordAndCode form={form} />
      <FormActions>
        {cancel}
        <SubmitButton>{t('submit')}</SubmitButton>
      </FormActions>
    </>
  )
}

function PasswordAndCode({ form }: Pick<ConfirmationProps, 'form'>) {
  const t = useTranslations('errors.confirm')
  return (
    <>
      <ConfirmPasswordField form={form} />
      <TextField
        label={t('code')}
        name="code"
        mono
        autoComplete="one-time-code"
        autoCapitalize="none"
        error={form.errorOf('code')}
      />
    </>
  )
}

/** A passkey, or the password with a code: for other devices, and without scripts. */
function ByPasskey({ form, cancel }: ConfirmationProps) {
  const t = useTranslations('errors.confirm')
  const credential = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<'unsupported' | 'failed'>()
  const usesPassword = problem === 'unsupported' || [form.errorOf('password'), form.errorOf('code')].some(Boolean)
  return (
    <>
      <input ref={credential} type="hidden" name="passkey" />
      {problem && <Notice tone="danger">{t(problem)}</Notice>}
      <details className={styles.instead} open={usesPassword}>
        <summary>{t('instead')}</summary>
        <div className={styles.insteadFields}>
          <PasswordAndCode form={form} />
          <div>
            <SubmitButton variant="secondary">{t('submit')}</SubmitButton>
          </div>
        </div>
      </details>
      <FormActions>
        {cancel}
        <PasskeyButton credential={credential} onProblem={setProblem} />
      </FormActions>
    </>
  )
}

type ButtonProps = Readonly<{
  credential: RefObject<HTMLInputElement | null>
  onProblem: (problem: 'unsupported' | 'failed' | undefined) => void
}>

function PasskeyButton({ credential, onProblem }: ButtonProps) {
  const t = useTranslations('errors.confirm')
  const { pending } = useFormStatus()
  const isHydrated = useIsHydrated()
  const [asking, setAsking] = useState(false)
  async function confirm() {
    setAsking(true)
    const { confirmWithPasskey } = await loadScript(() => import('./passkeys.ts'))
    const outcome = await confirmWithPasskey()
    setAsking(false)
    onProblem(outcome === 'unsupported' || outcome === 'failed' ? outcome : undefined)
    const field = credential.current
    if (typeof outcome !== 'object' || !field) return
    field.value = outcome.credential
    field.form?.requestSubmit()
    // A response works once: after a refusal the form may be submitted with the password.
    field.value = ''
  }
  return (
    <span data-needs-script>
      <Button variant="primary" pending={pending || asking || !isHydrated} onClick={confirm}>
        {t('passkey')}
      </Button>
    </span>
  )
}

/** Before hydration a click does nothing: only forms work then. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
