import { markMatches } from '#lib/domain/accounts/accounts/search-text.ts'

type Props = Readonly<{
  text: string
  /** Normalized as `splitSearchWords` returns them. */
  words: readonly string[]
}>

export function Highlighted({ text, words }: Props) {
  if (words.length === 0) return text
  return markMatches(text, words).map((part, index) =>
    part.marked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
      <mark key={index}>{part.text}</mark>
    ) : (
      part.text
    ),
  )
}
