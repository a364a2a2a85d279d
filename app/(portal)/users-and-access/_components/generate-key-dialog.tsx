'use client'

import { useEffect, useState } from 'react'
import styles from '#app/(portal)/_forms/dialogs.module.css'
import type { RegisteredKey } from '#app/(portal)/_forms/form-state.ts'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { generateKeyAction } from '#app/(portal)/users-and-access/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { keyNameLengths } from '#lib/domain/keys/api-keys/field-limits.ts'
import type { KeyPurpose } from '#lib/domain/keys/api-keys/key-purpose.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { AdvancedKeyFields } from './advanced-key-fields.tsx'
import { HandOverLinkDialog } from './hand-over-link-dialog.tsx'
import { KeyAreasField } from './key-areas-field.tsx'
import { type Expiry, KeyExpiryField } from './key-expiry-field.tsx'
import fields from './key-fields.module.css'
import { KeyOwnerField, type OwnerChoices } from './key-owner-field.tsx'
import { KeyPairDialog } from './key-pair-dialog.tsx'
import { KeyPurposeField } from './key-purpose-field.tsx'
import { KeySummary } from './key-summary.tsx'
import { LeaveKeyPairDialog } from './public-key-field.tsx'
import { ExpirySentence, SecretDialog } from './secret-dialog.tsx'
import { useKeyPair } from './use-key-pair.ts'

type Props = OwnerChoices &
  Readonly<{
    /** Those that the user may use. */
    purposes: readonly KeyPurpose[]
    purpose: KeyPurpose
    /** The proposed name. */
    name: string
    expiries: readonly Expiry[]
    /** The registered ones. */
    returnAddresses: readonly string[]
    baseUrl: string
    closeHref: string
    confirmBy: ConfirmBy
    /** The URL of a generated key's dialog, without its ID. */
    createdHref: string
    /** The URL of a key's page, without its ID: it waits for the first call. */
    pageHref: string
    /** A key whose secret may be lost. Without scripts only: there the URL stays the form's. */
    unseen: Readonly<{ name: string; revokeHref: string }> | undefined
  }>

/** Asks what a key is for, shows its secret or the link that hands it over, once, and leads to its page. */
export function GenerateKeyDialog(props: Props) {
  const { purposes, purpose, name, expiries, returnAddresses, baseUrl, closeHref, confirmBy, unseen } = props
  const { owners, groups, proposed, addsManagers, createdHref, pageHref } = props
  const t = useTranslations('usersAndAccess')
  const form = useAccessForm(generateKeyAction, { confirmBy, unknownOutcome: t('newKey.unknownOutcome') })
  const { done, enteredIn, entriesOf } = form
  const pair = useKeyPair()
  const [isLeaving, setLeaving] = useState(false)
  useCreatedAddress(done && ('secret' in done ? createdHref : pageHref) + done.id)
  const [sameNameOwner] = entriesOf('name')
  if (done && 'url' in done) return <HandOverLinkDialog link={done} doneHref={pageHref + done.id} />
  if (done && 'thumbprint' in done) return <RegisteredDialog newKey={done} {...{ baseUrl, pageHref }} />
  if (done) return <SecretDialog newKey={done} baseUrl={baseUrl} doneHref={pageHref + done.id} />
  return (
    <>
      <FormDialog
        form={form}
        onSubmit={pair.holdBack}
        hold={pair.isUnsaved ? () => setLeaving(true) : undefined}
        title={t('newKey.title')}
        closeHref={closeHref}
        size="medium"
        summary={<KeySummary {...{ owners, addsManagers, expiries }} />}
        submitLabel={t(sameNameOwner ? 'newKey.submitAnother' : 'newKey.submit')}
      >
        {unseen && (
          <div className={styles.withoutScripts}>
            <Notice tone="warning" title={t('keyCreated.title', { name: unseen.name })}>
              {t('keyCreated.gone')} <a href={unseen.revokeHref}>{t('revokeKey.submit')}</a>
            </Notice>
          </div>
        )}
        <KeyPurposeField purposes={purposes} defaultValue={enteredIn('purpose') ?? purpose} />
        <NameField form={form} proposed={name} />
        <KeyAreasField form={form} />
        <KeyOwnerField {...{ owners, groups, proposed, addsManagers, form }} />
        <KeyExpiryField expiries={expiries} form={form} />
        <AdvancedKeyFields form={form} pair={pair} returnAddresses={returnAddresses} />
        <div className={fields.forScim}>
          <Notice title={t('newKey.directory')}>{t('newKey.directoryWhy')}</Notice>
        </div>
      </FormDialog>
      {isLeaving && <LeaveKeyPairDialog closeHref={closeHref} stay={() => setLeaving(false)} />}
    </>
  )
}

type NameProps = Readonly<{
  form: Pick<ReturnType<typeof useAccessForm>, 'enteredIn' | 'errorOf' | 'entriesOf'>
  proposed: string
}>

/** A name that another key of the owner has is refused once. */
function NameField({ form: { enteredIn, errorOf, entriesOf }, proposed }: NameProps) {
  const t = useTranslations('usersAndAccess.newKey')
  const [owner] = entriesOf('name')
  const entered = enteredIn('name')
  const problems = { same_name: t('sameName', { name: entered ?? '', owner: owner ?? '' }) }
  return (
    <>
      {owner && <input type="hidden" name="sameName" value={entered} />}
      <TextField
        label={t('name')}
        name="name"
        data-first-field
        defaultValue={entered ?? proposed}
        error={errorOf('name', problems, keyNameLengths)}
      />
    </>
  )
}

type RegisteredProps = Readonly<{ newKey: RegisteredKey; baseUrl: string; pageHref: string }>

/** Nothing in it is shown once: a reload leads to the key's page. */
function RegisteredDialog({ newKey: { id, name, expiresAt, ...facts }, baseUrl, pageHref }: RegisteredProps) {
  const t = useTranslations('usersAndAccess.secret')
  return (
    <KeyPairDialog
      title={t('title', { name })}
      sample={{ keyId: id, accountId: facts.exampleAccountId, ...facts }}
      baseUrl={baseUrl}
      doneHref={pageHref + id}
    >
      <ExpirySentence at={expiresAt} />
    </KeyPairDialog>
  )
}

/** Changes the URL to a page that explains what happened to the secret, for a reload and for Back. */
function useCreatedAddress(href: string | undefined): void {
  useEffect(() => {
    if (href !== undefined) window.history.replaceState(null, '', href)
  }, [href])
}
