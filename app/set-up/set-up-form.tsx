'use client'

import { useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { Form } from '#components/ui/form.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { newPasswordLength } from '#lib/domain/people/passwords/password-length.ts'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'
import { createOwner } from './actions.ts'

const nothing = { name: '', email: '', username: '' }

export function SetUpForm({ token }: Readonly<{ token: string }>) {
  const t = useTranslations('signIn')
  const { state, action, problem, errorOf } = useForm(createOwner, { typed: nothing })
  const { typed } = state
  return (
    <Form action={action} problem={problem} submitLabel={t('setUp.submit')}>
      <input type="hidden" name="token" value={token} />
      <TextField
        label={t('setUp.fullName')}
        name="name"
        defaultValue={typed.name}
        error={errorOf('name', {}, fieldLengths.name)}
        autoComplete="name"
        autoFocus
      />
      <TextField
        label={t('setUp.email')}
        name="email"
        type="email"
        defaultValue={typed.email}
        error={errorOf('email', { malformed: t('setUp.emailMalformed') }, fieldLengths.email)}
        autoComplete="email"
      />
      <TextField
        label={t('setUp.username')}
        hint={t('setUp.usernameHint')}
        name="username"
        defaultValue={typed.username}
        error={errorOf('username', { malformed: t('setUp.usernameHint') }, fieldLengths.username)}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <PasswordField
        label={t('setUp.newPassword')}
        hint={t('newPasswordHint', newPasswordLength)}
        name="password"
        error={errorOf('password', {}, newPasswordLength)}
        autoComplete="new-password"
      />
    </Form>
  )
}
