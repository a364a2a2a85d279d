type ProseCount = Readonly<{ pronouns: number; words: number }>

const pronoun = /\b(?:whoever|nobody|somebody|whatever|anybody|anew)\b/gi
/** Comments at the start of a line or after code. The space keeps URLs out. */
const comment = /^\s*(?:\{?\/\*+|\*|\/\/|--)(.*)|\s\/\/ (.*)/
const fencedCode = /^( *)```[\s\S]*?^\1```/gm
const inlineCode = /`[^`\n]*`/g

/** Counts the words and indefinite pronouns of a Markdown file, or of the comments of any other file. */
export function countPronouns(file: string, text: string): ProseCount {
  const prose = (file.endsWith('.md') ? text.replace(fencedCode, '') : commentsOf(text)).replace(inlineCode, '')
  return { pronouns: prose.match(pronoun)?.length ?? 0, words: prose.match(/\p{L}[\p{L}'’-]*/gu)?.length ?? 0 }
}

export function per1000Words({ pronouns, words }: ProseCount): number {
  return words === 0 ? 0 : (1000 * pronouns) / words
}

function commentsOf(text: string): string {
  return text
    .split('\n')
    .map((line) => comment.exec(line)?.slice(1).join(''))
    .join('\n')
}
