'use client'

import { useFormAction } from '../../components/connection/use-form-action.ts'
import { useTranslations } from '../../components/messages.tsx'
import { SubmitButton } from '../../components/ui/button.tsx'
import { Form, FormActions } from '../../components/ui/form.tsx'
import { PasswordField } from '../../components/ui/password-field.tsx'
import { TextField } from '../../components/ui/text-field.tsx'
import { useRefusal } from '../../components/use-refusal.ts'
import { signIn } from './actions.ts'

type Props = Readonly<{
  /** The page to continue at; validated again on submission. */
  next: string
}>

export function SignInForm({ next }: Props) {
  const t = useTranslations('signIn')
  const [{ result, name }, action, outage] = useFormAction(signIn, { name: '' }, { repeatable: true })
  const { problem, errorOf } = useRefusal(result, outage)
  return (
    <Form action={action} problem={problem}>
      <input type="hidden" name="next" value={next} />
      <TextField
        label={t('name')}
        name="name"
        defaultValue={name}
        error={errorOf('name')}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        autoFocus
      />
      <PasswordField
        label={t('password')}
        name="password"
        error={errorOf('password')}
        autoComplete="current-password"
      />
      <FormActions>
        <SubmitButton>{t('submit')}</SubmitButton>
      </FormActions>
    </Form>
  )
}
