import { AccountPicker } from '#app/(portal)/_chips/account-picker.tsx'
import styles from '#app/(portal)/_forms/dialogs.module.css'
import type { FormRefusal } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { maxKeyAccounts, maxKeyNetworks } from '#lib/domain/keys/api-keys/field-limits.ts'
import { nameEntries } from './name-entries.ts'
import { NetworkField } from './network-field.tsx'
import { ReturnAddressField } from './return-address-field.tsx'

type Props = Readonly<{
  enteredIn: (field: string) => string | undefined
  /** The registered ones. */
  returnAddresses: readonly string[]
}> &
  Pick<FormRefusal, 'errorOf' | 'entriesOf'>

/** Collapsed until the user opens it or it has an error. */
export function KeyLimitsFields({ enteredIn, returnAddresses, errorOf, entriesOf }: Props) {
  const t = useTranslations('usersAndAccess.newKey')
  const [accounts, networks] = [entriesOf('accountIds'), nameEntries(entriesOf('networks'))]
  const unknownWords = (ids: readonly string[]) => t('accountsUnknown', nameEntries(ids))
  const unknown = unknownWords(accounts)
  const tooManyAccounts = t('accountsTooMany')
  const tooManyNetworks = t('networksTooMany')
  const accountProblems = { unknown, malformed: unknown, too_long: unknown, too_many: tooManyAccounts }
  const networkProblems = {
    malformed: t('networksMalformed', networks),
    host_bits: t('networksHostBits', networks),
    too_many: tooManyNetworks,
  }
  const fields = { accountIds: errorOf('accountIds', accountProblems), networks: errorOf('networks', networkProblems) }
  const inUse = ['accountIds', 'networks', 'returnAddresses'].some((field) => enteredIn(field))
  return (
    <details className={styles.folded} open={inUse || Boolean(fields.accountIds ?? fields.networks)}>
      <summary>{t('limits')}</summary>
      <div className={styles.limits}>
        <p className={`lk-fine ${styles.withoutScripts}`}>{t('limitsHint')}</p>
        <AccountPicker
          label={t('accounts')}
          hint={t('accountsHint')}
          defaultValue={enteredIn('accountIds')}
          refused={accounts}
          error={fields.accountIds}
          unknownWords={unknownWords}
          max={maxKeyAccounts}
          tooMany={tooManyAccounts}
        />
        <NetworkField
          defaultValue={enteredIn('networks')}
          refused={entriesOf('networks')}
          error={fields.networks}
          max={maxKeyNetworks}
          tooMany={tooManyNetworks}
        />
        {returnAddresses.length > 0 && (
          <ReturnAddressField
            defaultValue={enteredIn('returnAddresses')}
            registered={returnAddresses}
            refused={entriesOf('returnAddresses')}
            errorOf={errorOf}
          />
        )}
      </div>
    </details>
  )
}
