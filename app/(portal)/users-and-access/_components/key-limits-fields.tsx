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
  /** Of every field, in place of its own. */
  hint?: string
  /** The class of what only matters for opened accounts. */
  ofAccounts?: string | undefined
}> &
  Pick<FormRefusal, 'errorOf' | 'entriesOf'>

export const limitNames = ['accountIds', 'networks', 'returnAddresses'] as const

/** Accounts, networks and return addresses as chips. */
export function LimitFields({ enteredIn, returnAddresses, hint, ofAccounts, errorOf, entriesOf }: Props) {
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
  return (
    <div className={styles.limits}>
      <p className={`lk-fine ${styles.withoutScripts}`}>{t('limitsHint')}</p>
      <div className={ofAccounts}>
        <AccountPicker
          label={t('accounts')}
          hint={hint ?? t('accountsHint')}
          defaultValue={enteredIn('accountIds')}
          refused={accounts}
          error={errorOf('accountIds', accountProblems)}
          unknownWords={unknownWords}
          max={maxKeyAccounts}
          tooMany={tooManyAccounts}
        />
      </div>
      <NetworkField
        hint={hint ?? t('networksHint')}
        defaultValue={enteredIn('networks')}
        refused={entriesOf('networks')}
        error={errorOf('networks', networkProblems)}
        max={maxKeyNetworks}
        tooMany={tooManyNetworks}
      />
      {returnAddresses.length > 0 && (
        <div className={ofAccounts}>
          <ReturnAddressField
            hint={hint ?? t('returnAddressesHint')}
            defaultValue={enteredIn('returnAddresses')}
            registered={returnAddresses}
            refused={entriesOf('returnAddresses')}
            errorOf={errorOf}
          />
        </div>
      )}
    </div>
  )
}
