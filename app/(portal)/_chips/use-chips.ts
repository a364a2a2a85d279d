import { useState } from 'react'
import { useTranslations } from '#components/messages.tsx'
import { withWords } from './chip-entries.ts'
import { splitWords } from './split-words.ts'

export type Chips = Readonly<{
  /** The entries as they were entered before, for the text area without scripts. */
  initial: string
  entries: readonly string[]
  /** The text behind the chips, which is no entry yet. */
  typed: string
  setTyped: (text: string) => void
  /** The last change, for screen readers. */
  notice: string
  /** @param rest replaces the typed text */
  add: (words: readonly string[], rest?: string) => void
  remove: (entry: string) => void
}>

/** The state of a `ChipField`. @param initial entries separated by spaces, commas or line breaks */
export function useChips(initial = ''): Chips {
  const t = useTranslations('usersAndAccess.chips')
  const [entries, setEntries] = useState(() => withWords([], splitWords(initial)))
  const [typed, setTyped] = useState('')
  const [notice, setNotice] = useState('')

  function add(words: readonly string[], rest = '') {
    const added = withWords(entries, words).slice(entries.length)
    setTyped(rest)
    if (added.length === 0) return
    setEntries((current) => withWords(current, words))
    setNotice(t('added', { count: added.length, entry: added[0] ?? '' }))
  }
  function remove(entry: string) {
    setEntries((current) => current.filter((other) => other !== entry))
    setNotice(t('removed', { entry }))
  }
  return { initial, entries, typed, setTyped, notice, add, remove }
}
