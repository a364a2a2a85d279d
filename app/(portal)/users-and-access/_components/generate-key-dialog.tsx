'use client'

import { useEffect, useState } from 'react'
import styles from '#app/(portal)/_forms/dialogs.module.css'
import type { RegisteredKey } from '#app/(portal)/_forms/form-state.ts'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { generateKeyAction } from '#app/(portal)/users-and-access/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { Checkbox, CheckboxGroup, RadioGroup } from '#components/ui/choice.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { keyNameLengths } from '#lib/domain/keys/api-keys/field-limits.ts'
import type { KeyScope } from '#lib/domain/keys/api-keys/scopes.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { HandOverLinkDialog } from './hand-over-link-dialog.tsx'
import { KeyLimitsFields } from './key-limits-fields.tsx'
import { KeyPairDialog } from './key-pair-dialog.tsx'
import { type KeyOwnerChoice, KeySummary } from './key-summary.tsx'
import { LeaveKeyPairDialog, PublicKeyField } from './public-key-field.tsx'
import { ExpirySentence, SecretDialog } from './secret-dialog.tsx'
import { useKeyPair } from './use-key-pair.ts'

/** The choices of a key's lifetime with the date each would end on; `null` for none. */
type Expiry = Readonly<{ days: number; date: string }>

type Props = Readonly<{
  owners: readonly KeyOwnerChoice[]
  /** What the form holds at first. `days`: empty for a key that doesn't expire. */
  proposed: Readonly<{ ownerId: string; scopes: readonly KeyScope[]; days: string }>
  scopes: readonly KeyScope[]
  /** Only keys of owners and admins can have them. */
  moreScopes: readonly KeyScope[]
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

const recipients = ['show', 'link', 'publicKey'] as const

/** Asks for what a key may do, shows its secret or the link that hands it over, once, and leads to its page. */
export function GenerateKeyDialog(props: Props) {
  const { owners, proposed, scopes, moreScopes, expiries, returnAddresses, baseUrl, closeHref, confirmBy, unseen } =
    props
  const { createdHref, pageHref } = props
  const t = useTranslations('usersAndAccess')
  const form = useAccessForm(generateKeyAction, { confirmBy, unknownOutcome: t('newKey.unknownOutcome') })
  const { done, enteredIn, errorOf, entriesOf } = form
  const pair = useKeyPair()
  const [isLeaving, setLeaving] = useState(false)
  useCreatedAddress(done && ('secret' in done ? createdHref : pageHref) + done.id)
  const [sameNameOwner] = entriesOf('name')
  const name = enteredIn('name') ?? ''
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
        summary={<KeySummary owners={owners} expiries={expiries} />}
        submitLabel={t(sameNameOwner ? 'newKey.submitAnother' : 'newKey.submit')}
      >
        {unseen && (
          <div className={styles.withoutScripts}>
            <Notice tone="warning" title={t('keyCreated.title', { name: unseen.name })}>
              {t('keyCreated.gone')} <a href={unseen.revokeHref}>{t('revokeKey.submit')}</a>
            </Notice>
          </div>
        )}
        {sameNameOwner && <input type="hidden" name="sameName" value={name} />}
        <TextField
          label={t('newKey.name')}
          hint={t('newKey.nameHint')}
          name="name"
          defaultValue={enteredIn('name')}
          error={errorOf(
            'name',
            { same_name: t('newKey.sameName', { name, owner: sameNameOwner ?? '' }) },
            keyNameLengths,
          )}
        />
        <OwnerAndScopes form={form} {...{ owners, proposed, scopes, moreScopes }} />
        <RadioGroup
          legend={t('newKey.secretTo')}
          name="secretTo"
          choices={recipients.map((value) => ({
            ...{ value, label: t(`newKey.secretChoices.${value}`), hint: t(`newKey.secretHints.${value}`) },
          }))}
          defaultValue={enteredIn('secretTo') ?? 'show'}
        />
        <PublicKeyField pair={pair} form={form} />
        <div className={styles.forSecret}>
          <Checkbox
            name="rotatable"
            label={t('newKey.rotatable')}
            hint={t('newKey.rotatableHint')}
            defaultChecked={enteredIn('rotatable') !== undefined}
          />
        </div>
        <Checkbox
          name="dpop"
          label={t('newKey.dpop')}
          hint={t('newKey.dpopHint')}
          defaultChecked={enteredIn('dpop') !== undefined}
        />
        <ExpiryField {...{ expiries, form }} proposed={proposed.days} />
        <KeyLimitsFields
          returnAddresses={returnAddresses}
          enteredIn={enteredIn}
          errorOf={errorOf}
          entriesOf={entriesOf}
        />
      </FormDialog>
      {isLeaving && <LeaveKeyPairDialog closeHref={closeHref} stay={() => setLeaving(false)} />}
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

type OwnerAndScopesProps = Pick<Props, 'owners' | 'proposed' | 'scopes' | 'moreScopes'> &
  Readonly<{ form: Pick<ReturnType<typeof useAccessForm>, 'state' | 'result' | 'enteredIn' | 'errorOf'> }>

/** If the owner can't have the permissions, the owner is marked: the permissions are what the program needs. */
function OwnerAndScopes({ form, owners, proposed, scopes, moreScopes }: OwnerAndScopesProps) {
  const t = useTranslations('usersAndAccess.newKey')
  const { state, result, enteredIn, errorOf } = form
  const needsManager = result?.ok === false && result.fields?.scopes === 'owner_role'
  return (
    <>
      <Select
        label={t('owner')}
        hint={t('ownerHint')}
        name="ownerId"
        options={owners.map(({ id, label }) => ({ value: id, label }))}
        defaultValue={enteredIn('ownerId') ?? proposed.ownerId}
        error={needsManager ? t('scopesNeedManager') : errorOf('ownerId')}
      />
      <KeyScopesField
        {...{ scopes, moreScopes, state }}
        proposed={proposed.scopes}
        error={needsManager ? undefined : errorOf('scopes', { required: t('scopesMissing') })}
      />
    </>
  )
}

type ScopesFieldProps = Pick<Props, 'scopes' | 'moreScopes'> &
  Readonly<{ proposed: readonly KeyScope[] }> &
  Pick<ReturnType<typeof useAccessForm>, 'state'> &
  Readonly<{ error: string | undefined }>

/** The key's permissions; most keys need none of the folded ones. A refused form keeps its ticks. */
function KeyScopesField({ scopes, moreScopes, proposed, state: { entered }, error }: ScopesFieldProps) {
  const t = useTranslations('usersAndAccess.newKey')
  const ticked = entered.filter(([name]) => name === 'scopes').map(([, value]) => value)
  const defaultValues = entered.length === 0 ? proposed : ticked
  const toChoices = (group: readonly KeyScope[]) =>
    group.map((value) => ({ value, label: t(`scopeChoices.${value}`), hint: t(`scopeHints.${value}`) }))
  return (
    <>
      <CheckboxGroup
        legend={t('scopes')}
        hint={<span className={styles.withoutScripts}>{t('scopesHint')}</span>}
        name="scopes"
        choices={toChoices(scopes)}
        defaultValues={defaultValues}
        error={error}
      />
      <details className={styles.folded} open={moreScopes.some((scope) => defaultValues.includes(scope))}>
        <summary>{t('moreScopes')}</summary>
        <CheckboxGroup
          legend={<span className="lk-fine">{t('moreScopesHint')}</span>}
          name="scopes"
          choices={toChoices(moreScopes)}
          defaultValues={defaultValues}
        />
      </details>
    </>
  )
}

type ExpiryFieldProps = Pick<Props, 'expiries'> &
  Readonly<{ proposed: string; form: Pick<ReturnType<typeof useAccessForm>, 'enteredIn' | 'errorOf'> }>

function ExpiryField({ expiries, proposed, form }: ExpiryFieldProps) {
  const t = useTranslations('usersAndAccess.newKey')
  const dated = expiries.map(({ days, date }) => ({
    value: String(days),
    label: t('expiryDays', { days }),
    hint: date,
  }))
  return (
    <div className={styles.expiry}>
      <div className={styles.choices}>
        <RadioGroup
          legend={t('expiry')}
          name="expiresInDays"
          defaultValue={form.enteredIn('expiresInDays') ?? proposed}
          choices={[...dated, { value: '', label: t('expiryNever'), hint: t('expiryNeverHint') }]}
          error={form.errorOf('expiresInDays')}
        />
      </div>
      <div className={styles.neverWarning}>
        <Notice tone="warning" title={t('neverWarning')}>
          {t('neverWarningWhy')}
        </Notice>
      </div>
    </div>
  )
}
