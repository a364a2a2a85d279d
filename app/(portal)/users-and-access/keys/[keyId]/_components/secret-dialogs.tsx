'use client'

import type { ReactNode } from 'react'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { HandOverLinkDialog } from '#app/(portal)/users-and-access/_components/hand-over-link-dialog.tsx'
import { useTranslations } from '#components/messages.tsx'
import { Checkbox } from '#components/ui/choice.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { FormerSecretFields } from './former-secret-fields.tsx'
import { handOverAction, rehearseAction, retireSecretAction } from './secret-actions.ts'
import type { CredentialKind } from './secrets-url.ts'

type HandOverProps = Readonly<{
  apiKey: Readonly<{ id: string; name: string }>
  closeHref: string
  confirmBy: ConfirmBy
  /** A pending secret or public key, which the new secret replaces. */
  hasPending: boolean
  current: CredentialKind
  /** An open link, which the new one replaces. */
  hasOpenLink: boolean
  /** A key without one gets its first secret. */
  hasSecret: boolean
}>

/** Creates a link that hands over the key, and shows it once. */
export function HandOverDialog({ apiKey, closeHref, confirmBy, ...facts }: HandOverProps) {
  const { hasPending, hasOpenLink, hasSecret, current } = facts
  const t = useTranslations('keySecrets')
  const form = useAccessForm(handOverAction, { confirmBy })
  if (form.done) return <HandOverLinkDialog link={form.done} doneHref={closeHref} />
  return (
    <FormDialog
      form={form}
      title={t('handOverDialog.title', { name: apiKey.name })}
      closeHref={closeHref}
      fields={{ keyId: apiKey.id }}
      submitLabel={t('handOverDialog.submit')}
    >
      <p>
        {t('handOverDialog.why')} {hasOpenLink && t('handOverDialog.replaces')}{' '}
        {hasPending && t('rotateDialog.replaces')}
      </p>
      {hasSecret && <FormerSecretFields enteredIn={form.enteredIn} former={current} />}
    </FormDialog>
  )
}

type RehearseProps = Readonly<{ keyId: string; closeHref: string; maxMinutes: number; kind: CredentialKind }>

/** Refuses the old secret for some minutes. */
export function RehearseDialog({ keyId, closeHref, maxMinutes, kind }: RehearseProps) {
  const t = useTranslations('keySecrets.rehearseDialog')
  const form = useAccessForm(rehearseAction, { confirmBy: false, doneHref: closeHref })
  return (
    <FormDialog form={form} title={t('title')} closeHref={closeHref} fields={{ keyId }} submitLabel={t('submit')}>
      <p>{t(`why.${kind}`)}</p>
      <TextField
        label={t('minutes')}
        hint={t('minutesHint', { max: maxMinutes })}
        name="minutes"
        type="number"
        min={1}
        max={maxMinutes}
        required
        defaultValue={form.enteredIn('minutes') ?? '5'}
        error={form.errorOf('minutes', {}, { min: 1, max: maxMinutes })}
      />
    </FormDialog>
  )
}

type RetireProps = Readonly<{
  keyId: string
  secretId: string
  closeHref: string
  title: string
  submitLabel: string
  /** Offers to end the secret's families. */
  endFamilies: boolean
  children: ReactNode
}>

/** Retires the old secret, or discards the pending one. */
export function RetireDialog({ keyId, secretId, closeHref, title, submitLabel, endFamilies, children }: RetireProps) {
  const t = useTranslations('keySecrets.retireDialog')
  const form = useAccessForm(retireSecretAction, { confirmBy: false, doneHref: closeHref })
  return (
    <FormDialog
      form={form}
      title={title}
      closeHref={closeHref}
      fields={{ keyId, secretId }}
      submitLabel={submitLabel}
      danger
    >
      {children}
      {endFamilies && <Checkbox name="endFamilies" label={t('endFamilies')} hint={t('endFamiliesHint')} />}
    </FormDialog>
  )
}
