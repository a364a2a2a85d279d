'use client'

import { type ReactNode, useState } from 'react'
import type { ConfirmBy } from '#lib/portal-sessions/confirm-identity.ts'
import { useDateTime, useTranslations } from '../../../../../../components/messages.tsx'
import { Checkbox, RadioGroup } from '../../../../../../components/ui/choice.tsx'
import { Notice } from '../../../../../../components/ui/notice.tsx'
import { TextField } from '../../../../../../components/ui/text-field.tsx'
import { FormDialog } from '../../../../_forms/portal-form.tsx'
import { HandOverLinkDialog } from '../../../_components/hand-over-link-dialog.tsx'
import { SecretBlock } from '../../../_components/secret-block.tsx'
import { ShownOnceDialog } from '../../../_components/shown-once-dialog.tsx'
import { StoredForm } from '../../../_components/stored-form.tsx'
import { useAccessForm } from '../../../_components/use-access-form.ts'
import { handOverAction, rehearseAction, retireSecretAction, rotateSecretAction } from './secret-actions.ts'

type Props = Readonly<{
  apiKey: Readonly<{ id: string; name: string }>
  closeHref: string
  confirmBy: ConfirmBy
  /** A pending secret, which the new one replaces. */
  hasPending: boolean
}>

const times = ['0', '1h', '24h', '7d'] as const
const fates = ['run_out', 'end'] as const

/** Generates another secret, and shows it once. */
export function RotateDialog({ apiKey: { id, name }, closeHref, confirmBy, hasPending }: Props) {
  const t = useTranslations('keySecrets.rotateDialog')
  const form = useAccessForm(rotateSecretAction, { confirmBy })
  if (form.done) return <NewSecretDialog rotated={form.done} doneHref={closeHref} />
  const { enteredIn } = form
  return (
    <FormDialog
      form={form}
      title={t('title', { name })}
      closeHref={closeHref}
      fields={{ keyId: id }}
      submitLabel={t('submit')}
    >
      <p>
        {t('why')} {hasPending && t('replaces')}
      </p>
      <FormerSecretFields enteredIn={enteredIn} />
    </FormDialog>
  )
}

type FormerSecretProps = Pick<ReturnType<typeof useAccessForm>, 'enteredIn'>

/** What becomes of the current secret when the next one is used. */
function FormerSecretFields({ enteredIn }: FormerSecretProps) {
  const t = useTranslations('keySecrets.rotateDialog')
  return (
    <>
      <RadioGroup
        legend={t('retireAfter')}
        name="retireAfter"
        choices={times.map((value) => ({ value, label: t(`choices.${value}`), hint: t(`choiceHints.${value}`) }))}
        defaultValue={enteredIn('retireAfter') ?? '24h'}
      />
      <RadioGroup
        legend={t('families')}
        name="families"
        choices={fates.map((value) => ({ value, label: t(`fates.${value}`), hint: t(`fateHints.${value}`) }))}
        defaultValue={enteredIn('families') ?? 'run_out'}
      />
    </>
  )
}

type HandOverProps = Props &
  Readonly<{
    /** An open link, which the new one replaces. */
    hasOpenLink: boolean
    /** A key without one gets its first secret. */
    hasSecret: boolean
  }>

/** Creates a link that hands over the key, and shows it once. */
export function HandOverDialog({ apiKey, closeHref, confirmBy, hasPending, hasOpenLink, hasSecret }: HandOverProps) {
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
      {hasSecret && <FormerSecretFields enteredIn={form.enteredIn} />}
    </FormDialog>
  )
}

/** Ends all secrets now, and shows a new one once. */
export function LeakedDialog({ apiKey: { id, name }, closeHref, confirmBy }: Omit<Props, 'hasPending'>) {
  const t = useTranslations('keySecrets.leakedDialog')
  const form = useAccessForm(rotateSecretAction, { confirmBy })
  if (form.done) return <NewSecretDialog rotated={form.done} doneHref={closeHref} />
  return (
    <FormDialog
      form={form}
      title={t('title', { name })}
      closeHref={closeHref}
      fields={{ keyId: id, leaked: 'true' }}
      submitLabel={t('submit')}
      danger
    >
      <p>{t('effect')}</p>
    </FormDialog>
  )
}

type NewSecretProps = Readonly<{
  rotated: Readonly<{ name: string; secret: string; lapsesAt: number }>
  doneHref: string
}>

function NewSecretDialog({ rotated: { name, secret, lapsesAt }, doneHref }: NewSecretProps) {
  const t = useTranslations('keySecrets.secretDialog')
  const words = useTranslations('usersAndAccess.secret')
  const dateTime = useDateTime()
  const [isStored, setStored] = useState(false)
  return (
    <ShownOnceDialog title={t('title', { name })}>
      {(forgotten) => (
        <>
          <Notice tone="warning" title={forgotten ? t('forgotten') : words('once')}>
            {!forgotten && t('lost')}
          </Notice>
          {!forgotten && <SecretBlock secret={secret} isStored={isStored} />}
          <p className="lk-fine">
            {t('pending', { when: dateTime(lapsesAt, { dateStyle: 'long', timeStyle: 'short' }) })}
          </p>
          <StoredForm doneHref={doneHref} isStored={isStored} onStored={setStored} />
        </>
      )}
    </ShownOnceDialog>
  )
}

type RehearseProps = Readonly<{ keyId: string; closeHref: string; maxMinutes: number }>

/** Refuses the old secret for some minutes. */
export function RehearseDialog({ keyId, closeHref, maxMinutes }: RehearseProps) {
  const t = useTranslations('keySecrets.rehearseDialog')
  const form = useAccessForm(rehearseAction, { confirmBy: false, doneHref: closeHref })
  return (
    <FormDialog form={form} title={t('title')} closeHref={closeHref} fields={{ keyId }} submitLabel={t('submit')}>
      <p>{t('why')}</p>
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
