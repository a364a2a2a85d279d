import { useTranslations } from '#components/messages.tsx'
import { Monogram } from '#components/ui/monogram.tsx'
import { useAccountSuggestions } from './account-suggestions.tsx'
import { ChipField } from './chip-field.tsx'
import styles from './chips.module.css'
import type { AccountChoice } from './choices-endpoint.ts'
import { type EntryRefusal, findProblem } from './entry-problem.ts'
import { useChips } from './use-chips.ts'
import { useKnownAccounts } from './use-known-accounts.ts'

type Props = EntryRefusal &
  Readonly<{
    label: string
    note?: string
    hint: string
    name?: string
    defaultValue: string | undefined
    /** Names the IDs that no account has. */
    unknownWords: (ids: readonly string[]) => string
  }>

const none: readonly string[] = []
/** A space belongs to the name of an account. */
const separator = /[,;]/

/** Account IDs as chips with the accounts' names; without scripts, a text area. Suggests accounts by name or ID. */
export function AccountPicker(props: Props) {
  const { label, note, hint, name = 'accountIds', defaultValue, unknownWords, ...refusal } = props
  const t = useTranslations('usersAndAccess.chips')
  const chips = useChips(defaultValue)
  const known = useKnownAccounts(chips.entries.length > refusal.max ? none : chips.entries)
  const combobox = useAccountSuggestions(chips, known.learn)
  const isWrong = (id: string) => known.isUnknown(id) || refusal.refused.includes(id)
  const unknown = chips.entries.filter(known.isUnknown)
  return (
    <ChipField
      label={label}
      note={note}
      hint={hint}
      name={name}
      placeholder={t('accountPlaceholder')}
      chips={chips}
      wrong={new Set(chips.entries.filter(isWrong))}
      error={findProblem(chips.entries, unknown.length > 0 ? unknownWords(unknown) : undefined, refusal)}
      separator={separator}
      chipOf={(id) => {
        const account = known.accountOf(id)
        return account && <AccountChip account={account} />
      }}
      combobox={combobox}
    />
  )
}

function AccountChip({ account: { id, name, letters, color } }: Readonly<{ account: AccountChoice }>) {
  return (
    <>
      <Monogram letters={letters} color={color} size="small" />
      <span className={styles.text} title={id}>
        {name} <span className="lk-unseen">{id}</span>
      </span>
    </>
  )
}
