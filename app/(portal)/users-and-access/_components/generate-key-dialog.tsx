'use client'

import type { KeyScope } from '#lib/api-keys/scopes.ts'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { Notice } from '../../../../components/ui/notice.tsx'
import { RadioGroup } from '../../../../components/ui/radio-group.tsx'
import { Select } from '../../../../components/ui/select.tsx'
import { SubmitButton } from '../../../../components/ui/submit-button.tsx'
import { TextField } from '../../../../components/ui/text-field.tsx'
import { useTranslations } from '../../../../components/words.tsx'
import { generateKeyAction } from '../actions.ts'
import { AccessFormDialog } from './access-form-dialog.tsx'
import { KeyLimitsFields } from './key-limits-fields.tsx'
import { KeyScopesField } from './key-scopes-field.tsx'
import { SecretPanel } from './secret-panel.tsx'
import { useAccessForm } from './use-access-form.ts'
import styles from './users-and-access.module.css'

/** How long a key may live, with the day on which each would end; null: it never does. */
type Expiry = Readonly<{ days: number; date: string }>

type Props = Readonly<{
  owners: readonly Readonly<{ id: string; label: string }>[]
  scopes: readonly KeyScope[]
  expiries: readonly Expiry[]
  baseUrl: string
  closeHref: string
  askPassword: boolean
}>

const proposedDays = '90'

/** Asks for a new key's name, owner, scopes, life and limits, and then shows its secret, this once. */
export function GenerateKeyDialog({ owners, scopes, expiries, baseUrl, closeHref, askPassword }: Props) {
  const t = useTranslations('usersAndAccess')
  const form = useAccessForm(generateKeyAction, { askPassword, unknownOutcome: t('newKey.unknownOutcome') })
  const { done, enteredIn, errorOf, entriesOf } = form
  if (done) {
    return (
      <Dialog title={t('secret.title', { name: done.name })} dismissable={false} size="medium">
        <SecretPanel newKey={done} baseUrl={baseUrl} doneHref={closeHref} />
      </Dialog>
    )
  }
  return (
    <AccessFormDialog
      form={form}
      title={t('newKey.title')}
      closeHref={closeHref}
      size="medium"
      submit={<SubmitButton>{t('newKey.submit')}</SubmitButton>}
    >
      <TextField
        label={t('newKey.name')}
        hint={t('newKey.nameHint')}
        name="name"
        defaultValue={enteredIn('name')}
        error={errorOf('name')}
      />
      <Select
        label={t('newKey.owner')}
        hint={t('newKey.ownerHint')}
        name="ownerId"
        options={owners.map(({ id, label }) => ({ value: id, label }))}
        defaultValue={enteredIn('ownerId')}
        error={errorOf('ownerId')}
      />
      <KeyScopesField scopes={scopes} entered={form.state.entered} errorOf={errorOf} />
      <ExpiryField expiries={expiries} chosen={enteredIn('expiresInDays')} error={errorOf('expiresInDays')} />
      <KeyLimitsFields enteredIn={enteredIn} errorOf={errorOf} entriesOf={entriesOf} />
    </AccessFormDialog>
  )
}

type ExpiryFieldProps = Readonly<{ expiries: readonly Expiry[]; chosen: string | undefined; error: string | undefined }>

function ExpiryField({ expiries, chosen = proposedDays, error }: ExpiryFieldProps) {
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
          defaultValue={chosen}
          choices={[...dated, { value: '', label: t('expiryNever'), hint: t('expiryNeverHint') }]}
          error={error}
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
