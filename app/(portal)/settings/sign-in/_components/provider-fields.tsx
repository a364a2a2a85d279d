'use client'

import type { ReactNode } from 'react'
import type { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { Checkbox, RadioGroup } from '#components/ui/choice.tsx'
import { PasswordField } from '#components/ui/password-field.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { providerLengths } from '#lib/domain/sign-in/sign-in-providers/limits.ts'
import type { SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'
import styles from './provider-fields.module.css'

type Form = ReturnType<typeof useAccessForm<void>>

type FieldsProps = Readonly<{ form: Form; before?: SignInProvider }>

type LabelProps = Readonly<{ form: Form; label: string | undefined }>

/** The name on the sign-in page. */
export function LabelField({ form: { enteredIn, errorOf }, label }: LabelProps) {
  const t = useTranslations('companySignIn.form')
  return (
    <TextField
      label={t('label')}
      name="label"
      defaultValue={enteredIn('label') ?? label}
      maxLength={providerLengths.label.max}
      error={errorOf('label', {}, providerLengths.label)}
    />
  )
}

/** What the provider gave Latchkey. */
export function ClientFields({ form, before }: FieldsProps) {
  const t = useTranslations('companySignIn.form')
  const { enteredIn, errorOf } = form
  return (
    <div className={styles.pair}>
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
    </div>
  )
}

const methods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'private_key_jwt_token_endpoint',
] as const

const claimFields = ['groupsClaim', 'acrValues', 'amrValues', 'maxAgeSeconds'] as const

/** What few providers need. Open if something in it is set or refused. */
export function Advanced({ form, before, children }: FieldsProps & Readonly<{ children?: ReactNode }>) {
  const t = useTranslations('companySignIn.form')
  const { enteredIn, errorOf } = form
  const clientAuth = enteredIn('clientAuth') ?? before?.clientAuth ?? methods[0]
  const isSet = claimFields.some((name) => (enteredIn(name) ?? before?.[name]?.toString() ?? '') !== '')
  const isRefused = ['id', 'label', 'clientAuth', ...claimFields].some((name) => errorOf(name) !== undefined)
  return (
    <details className={styles.advanced} open={isSet || isRefused || clientAuth !== methods[0]}>
      <summary>
        {t('advanced')} <span className="lk-fine">{t('advancedHint')}</span>
      </summary>
      <div className="lk-form">
        {children}
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

/** Whom the provider may sign in for the first time. */
export function DomainFields({ form, before }: FieldsProps) {
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
export function isChecked({ state, enteredIn }: Form, name: string, before = false): boolean {
  return state.entered.length === 0 ? before : enteredIn(name) !== undefined
}
