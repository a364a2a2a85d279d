import { useEffect, useState } from 'react'
import { ChipField } from '#app/(portal)/_chips/chip-field.tsx'
import { type EntryRefusal, findProblem } from '#app/(portal)/_chips/entry-problem.ts'
import { useChips } from '#app/(portal)/_chips/use-chips.ts'
import styles from '#app/(portal)/_forms/dialogs.module.css'
import { useTranslations } from '#components/messages.tsx'
import { nameEntries } from './name-entries.ts'

type Props = EntryRefusal & Readonly<{ hint: string; defaultValue: string | undefined }>

const separator = /[\s,;]/
const problems = ['malformed', 'host_bits'] as const

/** IP addresses and ranges as chips; without scripts, a text area. */
export function NetworkField({ hint, defaultValue, ...refusal }: Props) {
  const t = useTranslations('usersAndAccess')
  const chips = useChips(defaultValue)
  const problemOf = useNetworkCheck(chips.entries.length > 0)
  const words = { malformed: 'newKey.networksMalformed', host_bits: 'newKey.networksHostBits' } as const
  const reasons = problems.flatMap((problem) => {
    const wrong = chips.entries.filter((entry) => problemOf(entry) === problem)
    return wrong.length > 0 ? t(words[problem], nameEntries(wrong)) : []
  })
  const lines = reasons.map((reason) => (
    <span key={reason} className={styles.reason}>
      {reason}
    </span>
  ))
  const isWrong = (entry: string) => problemOf(entry) !== undefined || refusal.refused.includes(entry)
  return (
    <ChipField
      label={t('newKey.networks')}
      hint={hint}
      name="networks"
      placeholder={t('chips.networkPlaceholder')}
      chips={chips}
      wrong={new Set(chips.entries.filter(isWrong))}
      error={findProblem(chips.entries, lines.length > 0 ? lines : undefined, refusal)}
      separator={separator}
    />
  )
}

type Check = (network: string) => string | undefined

const unchecked: Check = () => undefined

/** The server's own check. It loads with the first network; without it, the server refuses wrong ones. */
function useNetworkCheck(isNeeded: boolean): Check {
  const [check, setCheck] = useState<Check>(() => unchecked)
  useEffect(() => {
    if (!isNeeded) return
    import('#lib/kernel/networks.ts').then(
      ({ findNetworkProblem }) => setCheck(() => findNetworkProblem),
      () => undefined,
    )
  }, [isNeeded])
  return check
}
