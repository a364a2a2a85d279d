'use client'

import { useState } from 'react'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { providerHref, signInSettingsPath } from '#app/(portal)/_urls/settings-url.ts'
import { addProviderAction, changeProviderAction } from '#app/(portal)/settings/sign-in/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { Checkbox, RadioGroup } from '#components/ui/choice.tsx'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { maxProviders, providerLengths } from '#lib/domain/sign-in/sign-in-providers/limits.ts'
import type { SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import styles from './provider-dialogs.module.css'

type Dialog = Readonly<{ confirmBy: ConfirmBy }>
type Form = ReturnType<typeof useAccessForm<void>>

/** @param redirectUri with `<id>` in place of the ID */
export function AddProviderDialog({ confirmBy, redirectUri }: Dialog & Readonly<{ redirectUri: string }>) {
  const t = useTranslations('companySignIn.form')
  const problems = useTranslations('companySignIn.problems')
  const form = useAccessForm(addProviderAction, { confirmBy })
  const { enteredIn, errorOf, entriesOf } = form
  const [id, setId] = useState(enteredIn('id') ?? '')
  const typed = id.trim()
  const uri = redirectUri.replace('<id>', (placeholder) => typed || placeholder)
  const issuerProblems = {
    timeout: problems('timeout'),
    unresolved: problems('unresolved'),
    blocked_address: problems('blocked_address'),
    connection: problems('connection'),
    tls: problems('tls'),
    redirect: problems('redirect'),
    too_large: problems('too_large'),
    not_discovery: problems('not_discovery'),
    issuer_differs: problems('issuer_differs', { actual: entriesOf('issuer')[0] ?? '' }),
    incomplete: problems('incomplete'),
    bad_response: problems('bad_response'),
    algorithms: problems('algorithms'),
    rate_limited: problems('rate_limited'),
    server_error: problems('server_error'),
  }
  return (
    <FormDialog form={form} title={t('addTitle')} closeHref={signInSettingsPath} size="medium" submitLabel={t('add')}>
      <TextField
        label={t('id')}
        hint={t('idHint')}
        name="id"
        mono
        defaultValue={enteredIn('id')}
        onChange={(event) => setId(event.target.value)}
        error={errorOf(
          'id',
          { malformed: t('idForm'), too_many: problems('too_many', { max: maxProviders }) },
          providerLengths.id,
        )}
      />
      {/* Without an ID, there is no URI to copy yet. */}
      <CodeBlock label={t('redirectUri')} action={typed && <CopyButton value={uri} what={t('redirectUri')} />}>
        {uri}
      </CodeBlock>
      <TextField
        label={t('issuer')}
        hint={t('issuerHint')}
        name="issuer"
        mono
        inputMode="url"
        defaultValue={enteredIn('issuer')}
        error={errorOf('issuer', issuerProblems, providerLengths.issuer)}
      />
      <SettingFields form={form} />
    </FormDialog>
  )
}

export function EditProviderDialog({ confirmBy, provider }: Dialog & Readonly<{ provider: SignInProvider }>) {
  const t = useTranslations('companySignIn.form')
  const closeHref = providerHref(provider.id)
  const form = useAccessForm(changeProviderAction, { confirmBy, doneHref: closeHref, repeatable: true })
  return (
    <FormDialog
      form={form}
      title={t('editTitle')}
      closeHref={closeHref}
      size="medium"
      fields={{ do: 'edit', id: provider.id }}
      submitLabel={t('save')}
    >
      <SettingFields form={form} before={provider} />
      <Checkbox
        label={t('isDisabled')}
        hint={t('isDisabledHint')}
        name="isDisabled"
        defaultChecked={isChecked(form, 'isDisabled', provider.isDisabled)}
      />
    </FormDialog>
  )
}

type FieldsProps = Readonly<{ form: Form; before?: SignInProvider }>

function SettingFields({ form, before }: FieldsProps) {
  const t = useTranslations('companySignIn.form')
  const { enteredIn, errorOf } = form
  return (
    <>
      <TextField
        label={t('label')}
        name="label"
        defaultValue={enteredIn('label') ?? before?.label}
        maxLength={providerLengths.label.max}
        error={errorOf('label', {}, providerLengths.label)}
      />
      <TextField
        label={t('clientId')}
        name="clientId"
        mono
        defaultValue={enteredIn('clientId') ?? before?.clientId}
        error={errorOf('clientId')}
      />
      <PasswordField
        label={t('secret')}
        hint={t(before?.hasSecret ? 'secretKept' : 'secretHint')}
        name="secret"
        autoComplete="off"
        error={errorOf('secret')}
      />
      <DomainFields form={form} {...(before && { before })} />
      <Advanced form={form} {...(before && { before })} />
    </>
  )
}

const methods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'private_key_jwt_token_endpoint',
] as const

const claimFields = ['groupsClaim', 'acrValues', 'amrValues', 'maxAgeSeconds'] as const

/** Open if something in it is set or refused. */
function Advanced({ form, before }: FieldsProps) {
  const t = useTranslations('companySignIn.form')
  const { enteredIn, errorOf } = form
  const clientAuth = enteredIn('clientAuth') ?? before?.clientAuth ?? methods[0]
  const isSet = claimFields.some((name) => (enteredIn(name) ?? before?.[name]?.toString() ?? '') !== '')
  const isRefused = ['clientAuth', ...claimFields].some((name) => errorOf(name) !== undefined)
  return (
    <details className={styles.advanced} open={isSet || isRefused || clientAuth !== methods[0]}>
      <summary>{t('advanced')}</summary>
      <div className="lk-form">
        <RadioGroup
          legend={t('clientAuth')}
          name="clientAuth"
          defaultValue={clientAuth}
          choices={methods.map((value) => ({ value, label: t(`methods.${value}`) }))}
          error={errorOf('clientAuth')}
        />
        <ClaimFields form={form} {...(before && { before })} />
      </div>
    </details>
  )
}

function DomainFields({ form, before }: FieldsProps) {
  const t = useTranslations('companySignIn.form')
  const problems = useTranslations('companySignIn.problems')
  return (
    <>
      <TextField
        label={t('domains')}
        hint={t('domainsHint')}
        name="domains"
        mono
        defaultValue={form.enteredIn('domains') ?? before?.domains.join(' ')}
        error={form.errorOf('domains', { required: problems('domains') })}
      />
      <Checkbox
        label={t('createsUsers')}
        hint={t('createsUsersHint')}
        name="createsUsers"
        defaultChecked={isChecked(form, 'createsUsers', before?.createsUsers)}
      />
      <Checkbox
        label={t('passwordsOff')}
        hint={t('passwordsOffHint')}
        name="passwordsOff"
        defaultChecked={isChecked(form, 'passwordsOff', before?.passwordsOff)}
      />
    </>
  )
}

function ClaimFields({ form: { enteredIn, errorOf }, before }: FieldsProps) {
  const t = useTranslations('companySignIn.form')
  const optional = useTranslations('widgets')('optional')
  const fields = [
    ['groupsClaim', before?.groupsClaim, t('groupsClaim'), t('groupsClaimHint')],
    ['acrValues', before?.acrValues.join(' '), t('acrValues'), t('acrValuesHint')],
    ['amrValues', before?.amrValues.join(' '), t('amrValues'), t('amrValuesHint')],
    ['maxAgeSeconds', before?.maxAgeSeconds?.toString(), t('maxAge'), undefined],
  ] as const
  return fields.map(([name, value, label, hint]) => (
    <TextField
      key={name}
      label={label}
      note={optional}
      hint={hint}
      name={name}
      mono
      defaultValue={enteredIn(name) ?? value ?? undefined}
      error={errorOf(name)}
    />
  ))
}

/** A box that was submitted unchecked is missing from what was entered. */
function isChecked({ state, enteredIn }: Form, name: string, before = false): boolean {
  return state.entered.length === 0 ? before : enteredIn(name) !== undefined
}
