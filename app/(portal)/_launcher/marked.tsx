import { markMatches } from '#lib/accounts/search-text.ts'
import styles from './marked.module.css'

type Props = Readonly<{
  text: string
  /** Folded, as `splitSearchWords` gives them. */
  words: readonly string[]
}>

/** Text with what a search found in it marked. */
export function Marked({ text, words }: Props) {
  if (words.length === 0) return text
  return markMatches(text, words).map((part, index) =>
    part.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have nothing else that tells them apart.
      <mark key={index} className={styles.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
