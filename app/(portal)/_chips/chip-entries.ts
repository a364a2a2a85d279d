import { splitWords } from './split-words.ts'

/** Typed text as the entries that a separator has completed, and the text after the last separator. */
export function takeCompleted(text: string, separator: RegExp): Readonly<{ completed: string[]; rest: string }> {
  const parts = text.split(separator)
  const rest = parts.pop() ?? ''
  return { completed: splitWords(parts.join(' ')), rest: parts.length > 0 ? rest.trimStart() : rest }
}

/** The entries with the words that they lack, each once. */
export function withWords(entries: readonly string[], words: readonly string[]): readonly string[] {
  return [...new Set([...entries, ...words])]
}
