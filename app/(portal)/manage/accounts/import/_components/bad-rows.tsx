import type { BadRow } from '#lib/accounts/account-file.ts'
import { SectionHeader } from '../../../../../../components/ui/section-header.tsx'
import { Table } from '../../../../../../components/ui/table.tsx'
import { portalTranslator } from '../../../../_preferences/preferences.ts'
import styles from '../page.module.css'

/** More than anybody corrects by hand: then the cause is the same in all of them. */
const shownRows = 100

/** The rows of a file that cannot be imported, by line, with the reason. */
export async function BadRows({ badRows }: Readonly<{ badRows: readonly BadRow[] }>) {
  const t = await portalTranslator('accountImport')
  const rest = badRows.length - shownRows
  return (
    <section className={styles.part} aria-labelledby="bad-rows">
      <SectionHeader id="bad-rows" title={t('review.badTitle', { count: badRows.length })}>
        {t('review.badSentence')}
      </SectionHeader>
      <Table
        caption={t('review.badCaption')}
        columns={[
          { id: 'line', header: t('review.badColumns.line'), headerHidden: true, narrow: true },
          { id: 'id', header: t('review.badColumns.id') },
          { id: 'problem', header: t('review.badColumns.problem') },
        ]}
        rows={badRows.slice(0, shownRows).map((row) => ({
          id: `line-${row.line}`,
          cells: { line: <Line line={row.line} />, id: row.id && <code>{row.id}</code>, problem: wordsOf(row) },
        }))}
      />
      {rest > 0 && <p className={styles.more}>{t('review.moreBad', { count: rest })}</p>}
    </section>
  )

  function wordsOf({ problems, firstLine = 0 }: BadRow): string {
    const words: Readonly<Record<string, string>> = {
      'row cells': t('rowProblems.row.cells'),
      'id required': t('rowProblems.id.required'),
      'id too_long': t('rowProblems.id.too_long'),
      'id malformed': t('rowProblems.id.malformed'),
      'id repeated': t('rowProblems.id.repeated', { line: firstLine }),
      'name required': t('rowProblems.name.required'),
      'name too_long': t('rowProblems.name.too_long'),
      'name malformed': t('rowProblems.name.malformed'),
      'locale malformed': t('rowProblems.locale.malformed'),
      'deepPath malformed': t('rowProblems.deepPath.malformed'),
    }
    const found = Object.entries(problems).map(([column, code]) => words[`${column} ${code}`] ?? `${column}: ${code}`)
    return found.join(' ')
  }
}

async function Line({ line }: Readonly<{ line: number }>) {
  const t = await portalTranslator('accountImport')
  return <span className={styles.unbroken}>{t('review.line', { line })}</span>
}
