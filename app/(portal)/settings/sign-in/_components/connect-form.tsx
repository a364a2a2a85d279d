'use client'

import { type FocusEvent, useState } from 'react'
import { PortalForm } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { addProviderPath } from '#app/(portal)/_urls/settings-url.ts'
import { addProviderAction, findIssuerAction } from '#app/(portal)/settings/sign-in/actions.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { CodeBlock } from '#components/ui/code.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { maxProviders, providerLengths } from '#lib/domain/sign-in/sign-in-providers/limits.ts'
import {
  type ProviderPreset,
  presetFields,
  presetNames,
  toIssuer,
} from '#lib/domain/sign-in/sign-in-providers/provider-presets.ts'
import styles from './provider-fields.module.css'
import { Advanced, ClientFields, DomainFields, LabelField } from './provider-fields.tsx'

type Form = ReturnType<typeof useAccessForm<void>>

type Props = Readonly<{
  preset: ProviderPreset
  /** An ID that no provider has. */
  freeId: string
  /** With `<id>` in place of the ID. */
  redirectUri: string
  confirmBy: ConfirmBy
}>

/** What connects a provider, which is kept without being switched on. */
export function ConnectForm({ preset, freeId, redirectUri, confirmBy }: Props) {
  const t = useTranslations('companySignIn.form')
  const setup = useTranslations('companySignIn.setup')
  const problems = useTranslations('companySignIn.problems')
  const form = useAccessForm(addProviderAction, { confirmBy })
  const { enteredIn, errorOf } = form
  const [id, setId] = useState(enteredIn('id') ?? freeId)
  // Without an ID, there is no URI to copy yet.
  const uri = redirectUri.replace('<id>', (placeholder) => id.trim() || placeholder)
  const label = <LabelField form={form} label={presetNames[preset]} />
  return (
    <div className={`lk-card ${styles.connect}`} data-padded>
      <PortalForm
        titled
        form={form}
        cancel={
          <LinkButton href={addProviderPath} variant="quiet">
            {setup('back')}
          </LinkButton>
        }
        submit={<SubmitButton>{setup('submit')}</SubmitButton>}
      >
        <input type="hidden" name="preset" value={preset} />
        <div className={styles.ours}>
          <CodeBlock
            label={t('redirectUri')}
            action={id.trim() !== '' && <CopyButton value={uri} what={t('redirectUri')} />}
          >
            {uri}
          </CodeBlock>
          <p className="lk-fine">{setup(`where.${preset}`)}</p>
        </div>
        <IssuerFields form={form} preset={preset} />
        <ClientFields form={form} />
        {preset === 'other' && label}
        <DomainFields form={form} />
        <Advanced form={form}>
          {preset !== 'other' && label}
          <TextField
            label={t('id')}
            hint={t('idHint')}
            name="id"
            mono
            defaultValue={id}
            onChange={(event) => setId(event.target.value)}
            error={errorOf(
              'id',
              { malformed: t('idForm'), too_many: problems('too_many', { max: maxProviders }) },
              providerLengths.id,
            )}
          />
        </Advanced>
      </PortalForm>
    </div>
  )
}

/** Asks in the provider's words, and shows the issuer that it was found by. */
function IssuerFields({ form, preset }: Readonly<{ form: Form; preset: ProviderPreset }>) {
  const setup = useTranslations('companySignIn.setup')
  const fields = presetFields[preset]
  const [found, setFound] = useState(fields.length === 0 ? toIssuer(preset, () => '') : '')
  const error = useIssuerError(form)

  async function look({ currentTarget }: FocusEvent<HTMLInputElement>) {
    const given = new FormData(currentTarget.form ?? undefined)
    const asked = new FormData()
    for (const name of ['preset', ...fields]) asked.set(name, String(given.get(name) ?? ''))
    // Only a hint: the form itself says what is wrong once it is sent.
    setFound((await findIssuerAction(asked).catch(() => undefined)) ?? '')
  }

  return (
    <div className={fields.length > 1 ? styles.pair : undefined}>
      {fields.map((name, index) => (
        <TextField
          key={name}
          label={setup(`fields.${name}`)}
          hint={setup(`fieldHints.${name}`)}
          name={name}
          mono
          defaultValue={form.enteredIn(name)}
          onBlur={look}
          error={index === 0 && error}
        />
      ))}
      <p role="status" className={`lk-fine ${styles.found}`}>
        {found && (
          <>
            {setup('found')} <code>{found}</code>
          </>
        )}
      </p>
    </div>
  )
}

function useIssuerError({ errorOf, entriesOf }: Form) {
  const problems = useTranslations('companySignIn.problems')
  return errorOf(
    'issuer',
    {
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
    },
    providerLengths.issuer,
  )
}
