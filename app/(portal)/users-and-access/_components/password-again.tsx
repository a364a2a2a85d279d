'use client'

import { PasswordField } from '../../../../components/ui/password-field.tsx'
import { useTranslations } from '../../../../components/words.tsx'

type Props = Readonly<{ asked: boolean; error: string | undefined }>

/** The password once more, in every form that changes who can get in, when the last time is too long ago. */
export function PasswordAgain({ asked, error }: Props) {
  const t = useTranslations('widgets')
  if (!asked) return null
  return (
    <PasswordField
      label={t('passwordAgain')}
      hint={t('passwordAgainHint')}
      name="password"
      autoComplete="current-password"
      error={error}
    />
  )
}
