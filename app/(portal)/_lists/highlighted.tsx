import { type AddedLetters, markMatches } from '#lib/domain/accounts/accounts/search-text.ts'

type Props = Readonly<{
  text: string
  /** Normalized as `splitSearchWords` returns them. */
  words: readonly string[]
  addedLetters?: AddedLetters | undefined
}>

export function Highlighted({ text, words, addedLetters }: Props) {
  if (words.length === 0) return text
  return markMatches(text, words, addedLetters).map((part, index) =>
    part.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
      <mark key={index} data-add={part.added}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
