/** Habits that make a text hard to read, and how often each may occur in 1,000 words of comments and docs. */
export const habits = {
  // Name the actor instead.
  'indefinite pronouns': { pattern: /\b(?:whoever|nobody|somebody|whatever|anybody|anew)\b/gi, limit: 0.5 },
  // Name the thing instead: "the text", "the stored fields".
  '"what it", "what is"': { pattern: /\bwhat (?:it|is)\b/gi, limit: 0.7 },
  // "Only", before the word that it limits.
  '"alone"': { pattern: /\balone\b/gi, limit: 0.15 },
  // "Next to", "with", "while".
  '"beside"': { pattern: /\bbeside\b/gi, limit: 0.1 },
} as const

export type Habit = keyof typeof habits

type ProseCount = Readonly<{ words: number }> & Readonly<Record<Habit, number>>

/** Comments at the start of a line or after code. The space keeps URLs out. */
const comment = /^\s*(?:\{?\/\*+|\*|\/\/|--)(.*)|\s\/\/ (.*)/
const fencedCode = /^( *)```[\s\S]*?^\1```/gm
const inlineCode = /`[^`\n]*`/g

/** Counts words and habits in a Markdown file, or in the comments of any other file. */
export function countProse(file: string, text: string): ProseCount {
  const prose = (file.endsWith('.md') ? text.replace(fencedCode, '') : commentsOf(text)).replace(inlineCode, '')
  const count = (pattern: RegExp) => prose.match(pattern)?.length ?? 0
  const found = Object.entries(habits).map(([habit, { pattern }]) => [habit, count(pattern)])
  return { words: count(/\p{L}[\p{L}'’-]*/gu), ...Object.fromEntries(found) }
}

export function sum(counts: readonly ProseCount[], name: keyof ProseCount): number {
  return counts.reduce((total, count) => total + count[name], 0)
}

export function per1000Words(occurrences: number, words: number): number {
  return words === 0 ? 0 : (1000 * occurrences) / words
}

function commentsOf(text: string): string {
  return text
    .split('\n')
    .map((line) => comment.exec(line)?.slice(1).join(''))
    .join('\n')
}
