'use client'

import styles from '#app/(portal)/_forms/dialogs.module.css'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { narrowKeyAction } from '#app/(portal)/users-and-access/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { CheckboxGroup } from '#components/ui/choice.tsx'
import { FieldError } from '#components/ui/field.tsx'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { type KeyLimitName, keyLimitNames } from '#lib/domain/keys/api-keys/field-limits.ts'
import { keyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import type { NarrowingEffect } from '#lib/domain/people/user-lifecycle/narrow-api-key.ts'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { LimitFields } from './key-limits-fields.tsx'
import { nameEntries } from './name-entries.ts'

type Props = Readonly<{
  apiKey: Pick<ApiKey, 'name' | KeyLimitName>
  /** The registered return addresses. */
  registered: readonly string[]
  fields: Readonly<Record<string, string>>
  closeHref: string
  confirmBy: ConfirmBy
}>

/** Narrows a key: chooses what stays, then shows what stops. */
export function NarrowKeyDialog({ apiKey, registered, fields, closeHref, confirmBy }: Props) {
  const t = useTranslations('usersAndAccess')
  const form = useAccessForm(narrowKeyAction, { confirmBy, doneHref: closeHref })
  const { entriesOf, state } = form
  const { shown: effect } = state
  const isPresent = (name: string): name is KeyLimitName => keyLimitNames.some((known) => known === name)
  const errorOf: typeof form.errorOf = (field, own) => {
    const wouldLift = t('narrowKey.wouldLift')
    const notNarrower = t('narrowKey.notNarrower', nameEntries(entriesOf(field)))
    return form.errorOf(field, { ...own, not_narrower: notNarrower, would_lift: wouldLift, required: wouldLift })
  }
  const enteredIn = (field: string) =>
    form.enteredIn(field) ?? (isPresent(field) ? apiKey[field]?.join('\n') : undefined)
  const unchanged = errorOf('limits', { unchanged: t('narrowKey.unchanged') })
  const ticked = state.entered.filter(([field]) => field === 'scopes').map(([, scope]) => scope)
  return (
    <FormDialog
      form={form}
      title={t('narrowKey.title', { name: apiKey.name })}
      description={t('narrowKey.why')}
      closeHref={closeHref}
      submitLabel={t(effect ? 'narrowKey.confirm' : 'narrowKey.submit')}
      danger={effect !== undefined}
      fields={{ ...fields, ...(effect && { confirmed: '1' }) }}
    >
      {effect && <WhatStops effect={effect} />}
      <div className={styles.limits} hidden={effect !== undefined}>
        {unchanged && <FieldError id="narrowing" error={unchanged} />}
        <CheckboxGroup
          legend={t('newKey.scopes')}
          name="scopes"
          choices={apiKey.scopes.map((scope) => ({ value: scope, label: t(`keys.allows.${scope}`) }))}
          defaultValues={state.entered.length > 0 ? ticked : apiKey.scopes}
          error={errorOf('scopes')}
        />
        <LimitFields
          enteredIn={enteredIn}
          returnAddresses={registered}
          hint={t('narrowKey.hint')}
          errorOf={errorOf}
          entriesOf={entriesOf}
        />
      </div>
    </FormDialog>
  )
}

function WhatStops({ effect: { narrowing, sessions } }: Readonly<{ effect: NarrowingEffect }>) {
  const t = useTranslations('usersAndAccess')
  const wordOf = (word: string) => {
    const scope = keyScopes.find((known) => known === word)
    return scope ? t(`keys.allows.${scope}`) : word
  }
  return (
    <div className={styles.consequences}>
      {keyLimitNames.map((name) => {
        const change = narrowing[name]
        if (!change) return null
        return (
          <p key={name}>
            <strong>{t(`narrowKey.now.${name}`)}:</strong> {change.to.map(wordOf).join(', ')}. {t('narrowKey.lost')}:{' '}
            {change.lost === null ? t('narrowKey.lostAll') : change.lost.map(wordOf).join(', ')}.
          </p>
        )
      })}
      <p>
        <strong>{t('narrowKey.sessions', { count: sessions })}</strong>
      </p>
      <p>{t('narrowKey.stays')}</p>
      <p>{t('narrowKey.final')}</p>
    </div>
  )
}
