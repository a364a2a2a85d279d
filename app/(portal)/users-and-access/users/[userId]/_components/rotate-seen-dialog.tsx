'use client'

import { useState } from 'react'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { ShownOnceDialog } from '#app/(portal)/_forms/shown-once-dialog.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { StoredForm } from '#app/(portal)/users-and-access/_components/stored-form.tsx'
import { useDateTime, useTranslations } from '#components/messages.tsx'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { RotatedSecrets } from '#lib/domain/people/leaver-sheet/rotate-seen-secrets.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { rotateSeenAction } from './actions.ts'

type Props = Readonly<{
  userId: string
  name: string
  /** How many keys are left to rotate. */
  keys: number
  /** How many are rotated at a time. */
  max: number
  confirmBy: ConfirmBy
  closeHref: string
}>

/** Rotates the keys whose secret the user saw, and shows the new secrets once. */
export function RotateSeenDialog({ userId, name, keys, max, confirmBy, closeHref }: Props) {
  const t = useTranslations('userPage.rotateDialog')
  const form = useAccessForm(rotateSeenAction, { confirmBy })
  if (form.done) return <NewSecretsDialog secrets={form.done} doneHref={closeHref} />
  if (keys === 0) return null
  return (
    <FormDialog
      form={form}
      title={t('title', { name })}
      closeHref={closeHref}
      fields={{ userId }}
      submitLabel={t('submit', { count: Math.min(keys, max) })}
    >
      <p>{t('effect')}</p>
      <p>{t('after')}</p>
      {keys > max && <p>{t('batch', { max, count: keys })}</p>}
    </FormDialog>
  )
}

type NewSecretsProps = Readonly<{ secrets: RotatedSecrets; doneHref: string }>

function NewSecretsDialog({ secrets: { rotated, remaining }, doneHref }: NewSecretsProps) {
  const t = useTranslations('userPage.secretsDialog')
  const dateTime = useDateTime()
  const [isStored, setStored] = useState(false)
  const lapsesAt = Math.min(...rotated.map((secret) => secret.lapsesAt))
  return (
    <ShownOnceDialog title={t('title', { count: rotated.length })}>
      {(forgotten) => (
        <>
          <Notice tone="warning" title={forgotten ? t('forgotten') : t('once')}>
            {!forgotten && rotated.length > 0 && t('lost')}
          </Notice>
          {!forgotten && <Secrets rotated={rotated} isStored={isStored} />}
          {rotated.length > 0 && (
            <p className="lk-fine">
              {t('pending', { when: dateTime(lapsesAt, { dateStyle: 'long', timeStyle: 'short' }) })}
            </p>
          )}
          {remaining > 0 && <p className="lk-fine">{t('remaining', { count: remaining })}</p>}
          <StoredForm label={t('stored')} doneHref={doneHref} isStored={isStored} onStored={setStored} />
        </>
      )}
    </ShownOnceDialog>
  )
}

function Secrets({ rotated, isStored }: Pick<RotatedSecrets, 'rotated'> & Readonly<{ isStored: boolean }>) {
  const t = useTranslations('userPage.secretsDialog')
  const words = useTranslations('usersAndAccess.secret')
  const all = rotated.map(({ name, keyId, secret }) => `# ${name}\n${keyId}\n${secret}\n`).join('\n')
  return (
    <>
      {rotated.map(({ keyId, name, secret }) => (
        <CodeBlock
          key={keyId}
          label={name}
          action={<CopyButton value={secret} what={`${words('secret')}, ${name}`} label={words('copySecret')} />}
        >
          {`${keyId}\n${secret}`}
        </CodeBlock>
      ))}
      <CopyButton
        value={all}
        what={words('secret')}
        label={t('copyAll')}
        variant={isStored ? 'secondary' : 'primary'}
      />
    </>
  )
}
