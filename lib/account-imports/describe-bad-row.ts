import type { BadRow } from '#lib/account-imports/account-file.ts'
import type { translatorFor } from '#lib/i18n/translator.ts'

export type RejectedRowWords = (row: BadRow) => string

type Translator = ReturnType<typeof translatorFor<'accountImport'>>

/** Explains in the language of `t` why a row can't be imported, with the wrong value. */
export function rejectedRowWords(t: Translator): RejectedRowWords {
  return ({ id, problems, refused, firstLine = 0 }) => {
    const words: Readonly<Record<string, string>> = {
      'row cells': t('rowProblems.row.cells'),
      'id required': t('rowProblems.id.required'),
      'id too_long': t('rowProblems.id.too_long'),
      'id malformed': t('rowProblems.id.malformed', { value: id }),
      'id repeated': t('rowProblems.id.repeated', { line: firstLine }),
      'name required': t('rowProblems.name.required'),
      'name too_long': t('rowProblems.name.too_long'),
      'name malformed': t('rowProblems.name.malformed'),
      'locale malformed': t('rowProblems.locale.malformed', { value: refused?.locale ?? '' }),
      'deepPath malformed': t('rowProblems.deepPath.malformed', { value: refused?.deepPath ?? '' }),
    }
    const found = Object.entries(problems).map(([column, code]) => words[`${column} ${code}`] ?? `${column}: ${code}`)
    return found.join(' ')
  }
}
