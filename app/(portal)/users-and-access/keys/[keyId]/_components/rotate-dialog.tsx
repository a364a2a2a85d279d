'use client'

import { useState } from 'react'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { ShownOnceDialog } from '#app/(portal)/_forms/shown-once-dialog.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { KeyPairDialog } from '#app/(portal)/users-and-access/_components/key-pair-dialog.tsx'
import { LeaveKeyPairDialog, PublicKeyField } from '#app/(portal)/users-and-access/_components/public-key-field.tsx'
import { SecretBlock } from '#app/(portal)/users-and-access/_components/secret-block.tsx'
import { StoredForm } from '#app/(portal)/users-and-access/_components/stored-form.tsx'
import { useKeyPair } from '#app/(portal)/users-and-access/_components/use-key-pair.ts'
import { useDateTime, useTranslations } from '#components/messages.tsx'
import { RadioGroup } from '#components/ui/choice.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { RotatedPublicKey, RotatedSecret } from '#lib/domain/keys/key-rotation/rotate-secret.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { FormerSecretFields } from './former-secret-fields.tsx'
import { rotateSecretAction } from './secret-actions.ts'
import type { CredentialKind } from './secrets-url.ts'

type Props = Readonly<{
  apiKey: Readonly<{ id: string; name: string; dpop: boolean }>
  closeHref: string
  confirmBy: ConfirmBy
  baseUrl: string
  /** What the key has now, and what it gets if nothing else is chosen. */
  current: CredentialKind
  /** Ends everything that the key has now. */
  leaked?: boolean
  /** A pending secret or public key, which the new one replaces. */
  hasPending?: boolean
}>

const kinds = ['secret', 'publicKey'] as const satisfies readonly CredentialKind[]

/** Adds a secret, and shows it once, or a public key of the program. */
export function RotateDialog({ leaked = false, hasPending = false, ...props }: Props) {
  const { apiKey, closeHref, confirmBy, baseUrl, current } = props
  const t = useTranslations('keySecrets')
  const form = useAccessForm(rotateSecretAction, { confirmBy })
  const pair = useKeyPair()
  const [isLeaving, setLeaving] = useState(false)
  const { done, enteredIn } = form
  if (done && 'secret' in done) return <NewSecretDialog rotated={done} doneHref={closeHref} />
  if (done) return <AddedPublicKeyDialog rotated={done} dpop={apiKey.dpop} doneHref={closeHref} baseUrl={baseUrl} />
  const words = leaked ? 'leakedDialog' : 'rotateDialog'
  return (
    <>
      <FormDialog
        form={form}
        onSubmit={pair.holdBack}
        hold={pair.isUnsaved ? () => setLeaving(true) : undefined}
        title={t(`${words}.title.${current}`, { name: apiKey.name })}
        closeHref={closeHref}
        fields={{ keyId: apiKey.id, ...(leaked && { leaked: 'true' }) }}
        submitLabel={t(`${words}.submit`)}
        danger={leaked}
      >
        <p>
          {leaked ? t('leakedDialog.effect') : t(`rotateDialog.why.${current}`)}{' '}
          {hasPending && t('rotateDialog.replaces')}
        </p>
        <RadioGroup
          legend={t('next.legend')}
          name="secretTo"
          choices={kinds.map((value) => ({ value, label: t(`next.choices.${value}`), hint: t(`next.hints.${value}`) }))}
          defaultValue={enteredIn('secretTo') ?? current}
        />
        <PublicKeyField pair={pair} form={form} />
        {!leaked && <FormerSecretFields enteredIn={enteredIn} former={current} />}
      </FormDialog>
      {isLeaving && <LeaveKeyPairDialog closeHref={closeHref} stay={() => setLeaving(false)} />}
    </>
  )
}

type NewSecretProps = Readonly<{ rotated: RotatedSecret; doneHref: string }>

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

type AddedProps = Readonly<{ rotated: RotatedPublicKey; dpop: boolean; doneHref: string; baseUrl: string }>

function AddedPublicKeyDialog({ rotated, dpop, doneHref, baseUrl }: AddedProps) {
  const t = useTranslations('keySecrets.secretDialog')
  const dateTime = useDateTime()
  const { name, lapsesAt, ...facts } = rotated
  return (
    <KeyPairDialog title={t('added', { name })} sample={{ ...facts, dpop }} baseUrl={baseUrl} doneHref={doneHref}>
      <p className="lk-fine">
        {t('addedPending', { when: dateTime(lapsesAt, { dateStyle: 'long', timeStyle: 'short' }) })}
      </p>
    </KeyPairDialog>
  )
}
