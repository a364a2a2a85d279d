import type { BadRow } from '#lib/account-imports/account-file.ts'
import { rejectedRowWords } from '#lib/account-imports/export-rejected-rows.ts'
import { SectionHeader } from '../../../../../../components/ui/page-header.tsx'
import { Table } from '../../../../../../components/ui/table.tsx'
import { portalTranslator } from '../../../../_preferences/preferences.ts'
import styles from '../page.module.css'
import { DownloadRejected } from './download-rejected.tsx'

/** The download has all of them. */
const shownRows = 100

/** The rows that can't be imported, each with the reason. */
export async function RejectedRows({ badRows, importId }: Readonly<{ badRows: readonly BadRow[]; importId: string }>) {
  const t = await portalTranslator('accountImport')
  const toReason = rejectedRowWords(t)
  const rest = badRows.length - shownRows
  return (
    <section className={styles.part} aria-labelledby="bad-rows">
      <SectionHeader
        id="bad-rows"
        title={t('review.badTitle', { count: badRows.length })}
        action={<DownloadRejected importId={importId} />}
      >
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
          cells: { line: <Line line={row.line} />, id: row.id && <code>{row.id}</code>, problem: toReason(row) },
        }))}
      />
      {rest > 0 && <p className={styles.more}>{t('review.moreBad', { count: rest })}</p>}
    </section>
  )
}

async function Line({ line }: Readonly<{ line: number }>) {
  const t = await portalTranslator('accountImport')
  return <span className={styles.unbroken}>{t('review.line', { line })}</span>
}
