import type { FormRefusal } from '../../../../components/connection/use-form.ts'
import { useTranslations } from '../../../../components/messages.tsx'
import { TextArea } from '../../../../components/ui/text-field.tsx'
import styles from './dialogs.module.css'

type Props = Readonly<{ enteredIn: (field: string) => string | undefined }> & Pick<FormRefusal, 'errorOf' | 'entriesOf'>

/** Maximum number of invalid entries that the error names. */
const mostNamed = 5
const mostCharacters = 64

/** Collapsed until the user opens it or it has an error. */
export function KeyLimitsFields({ enteredIn, errorOf, entriesOf }: Props) {
  const t = useTranslations('usersAndAccess.newKey')
  const accounts = nameEntries(entriesOf('accountIds'))
  const networks = nameEntries(entriesOf('networks'))
  const unknown = t('accountsUnknown', accounts)
  const accountProblems = { unknown, malformed: unknown, too_long: unknown, too_many: t('accountsTooMany') }
  const networkProblems = {
    malformed: t('networksMalformed', networks),
    host_bits: t('networksHostBits', networks),
    too_many: t('networksTooMany'),
  }
  const fields = { accountIds: errorOf('accountIds', accountProblems), networks: errorOf('networks', networkProblems) }
  const inUse = ['accountIds', 'networks'].some((field) => enteredIn(field))
  return (
    <details className={styles.folded} open={inUse || Boolean(fields.accountIds ?? fields.networks)}>
      <summary>{t('limits')}</summary>
      <div className={styles.limits}>
        <p className="lk-fine">{t('limitsHint')}</p>
        <TextArea
          label={t('accounts')}
          hint={t('accountsHint')}
          name="accountIds"
          rows={2}
          mono
          defaultValue={enteredIn('accountIds')}
          error={fields.accountIds}
        />
        <TextArea
          label={t('networks')}
          hint={t('networksHint')}
          name="networks"
          rows={2}
          mono
          defaultValue={enteredIn('networks')}
          error={fields.networks}
        />
      </div>
    </details>
  )
}

/** The first entries, each truncated if too long. */
function nameEntries(wrong: readonly string[]): { count: number; entries: string; more: number } {
  const named = wrong.slice(0, mostNamed).map((entry) => {
    return entry.length > mostCharacters ? `${entry.slice(0, mostCharacters)}…` : entry
  })
  return { count: wrong.length, entries: named.join(', '), more: wrong.length - named.length }
}
