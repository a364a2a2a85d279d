import { useRef } from 'react'
import { AccountPicker } from '#app/(portal)/_chips/account-picker.tsx'
import type { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { CheckboxGroup } from '#components/ui/choice.tsx'
import { Link } from '#components/ui/link.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { maxBulkAccess } from '#lib/domain/people/users/limits.ts'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'
import { countOpened } from './count-opened.ts'
import { fieldText, useFormReading } from './form-reading.ts'
import styles from './key-fields.module.css'
import { nameEntries } from './name-entries.ts'

type KeyOwnerChoice = Readonly<{
  id: string
  name: string
  label: string
  /** Whether their keys can manage. */
  manages: boolean
  /** How many accounts the owner can open now; one more than are counted for many, Infinity for all. */
  opens: number
  /** The page that gives them more. */
  accountsHref: string
}>

export type OwnerChoices = Readonly<{
  owners: readonly KeyOwnerChoice[]
  groups: readonly Readonly<{ id: string; name: string }>[]
  /** The owner that each purpose proposes. */
  proposed: Readonly<{ open: string; manage: string }>
  /** Whether a new service user may manage. */
  addsManagers: boolean
}>

type Form = Pick<ReturnType<typeof useAccessForm>, 'state' | 'result' | 'enteredIn' | 'errorOf' | 'entriesOf'>

type Props = OwnerChoices & Readonly<{ form: Form }>

/** Whose accounts and rights the key has: an existing user, or a service user who is added with the key. */
export function KeyOwnerField({ owners, groups, proposed, addsManagers, form }: Props) {
  const t = useTranslations('usersAndAccess.newKey')
  const { result, enteredIn, errorOf } = form
  const field = useRef<HTMLDivElement>(null)
  const needsManager = result?.ok === false && result.fields?.scopes === 'owner_role'
  const toOptions = (some: readonly KeyOwnerChoice[]) => some.map(({ id, label }) => ({ value: id, label }))
  return (
    <div ref={field} className={styles.owner}>
      <label className={styles.newOwner} data-managers={addsManagers}>
        <input
          type="checkbox"
          name="newOwner"
          defaultChecked={enteredIn('newOwner') !== undefined}
          onChange={({ target }) => {
            if (target.checked) field.current?.querySelector<HTMLInputElement>('[name="newOwnerName"]')?.focus()
          }}
        />
        {t('newOwner')}
      </label>
      <div className={styles.existing}>
        <div className={styles.forOpen}>
          <Select
            label={t('owner')}
            name="ownerId"
            options={toOptions(owners)}
            defaultValue={enteredIn('ownerId') ?? proposed.open}
            error={errorOf('ownerId')}
          />
          <OwnerLine owners={owners} />
        </div>
        <div className={styles.forManage}>
          <Select
            label={t('owner')}
            name="managerId"
            options={toOptions(owners.filter(({ manages }) => manages))}
            defaultValue={enteredIn('managerId') ?? proposed.manage}
            error={needsManager ? t('scopesNeedManager') : errorOf('ownerId')}
          />
        </div>
      </div>
      <div className={styles.added}>
        <span className="lk-label">{t('owner')}</span>
        <NewOwner form={form} groups={groups} />
      </div>
    </div>
  )
}

/** How many accounts the chosen owner can open. It needs scripts. */
function OwnerLine({ owners }: Pick<Props, 'owners'>) {
  const t = useTranslations('usersAndAccess.newKey')
  const ref = useRef<HTMLParagraphElement>(null)
  const ownerId = useFormReading(ref, (form) => fieldText(form.get('ownerId')))
  const owner = owners.find(({ id }) => id === ownerId)
  return (
    <p ref={ref} className={styles.opens} data-none={owner?.opens === 0} data-needs-script>
      {owner && t('ownerOpens', countOpened(owner.opens))}{' '}
      {owner?.opens === 0 && <Link href={owner.accountsHref}>{t('selectAccounts')}</Link>}
    </p>
  )
}

function NewOwner({ form, groups }: Pick<Props, 'form' | 'groups'>) {
  const t = useTranslations('usersAndAccess.newKey')
  const { state, enteredIn, errorOf, entriesOf } = form
  const unknownWords = (ids: readonly string[]) => t('accountsUnknown', nameEntries(ids))
  const refused = entriesOf('newOwnerAccounts')
  const error = errorOf('newOwnerAccounts', { unknown: unknownWords(refused) })
  const entered = state.entered.filter(([name]) => name === 'newOwnerGroups').map(([, id]) => id)
  return (
    <div className={styles.well}>
      <TextField
        label={t('newOwnerName')}
        name="newOwnerName"
        defaultValue={enteredIn('newOwnerName')}
        error={errorOf('newOwnerName', {}, fieldLengths.name)}
      />
      <div className={styles.forOpen}>
        <AccountPicker
          label={t('newOwnerAccounts')}
          hint=""
          name="newOwnerAccounts"
          defaultValue={enteredIn('newOwnerAccounts')}
          refused={refused}
          error={error}
          unknownWords={unknownWords}
          max={maxBulkAccess}
          tooMany={t('newOwnerAccountsMany', { max: maxBulkAccess })}
        />
        {groups.length > 0 && (
          <details className={styles.groups} open={entered.length > 0}>
            <summary>{t('newOwnerGroups')}</summary>
            <CheckboxGroup
              legend={<span className="lk-unseen">{t('newOwnerGroups')}</span>}
              name="newOwnerGroups"
              choices={groups.map(({ id, name }) => ({ value: id, label: name }))}
              defaultValues={entered}
            />
          </details>
        )}
      </div>
      <p className={`lk-fine ${styles.forManage}`}>{t('newOwnerManages')}</p>
    </div>
  )
}
