import type { ReactNode } from 'react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { importHref } from '#app/(portal)/_urls/accounts-url.ts'
import styles from '#app/(portal)/manage/accounts/import/page.module.css'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { Table } from '#components/ui/table.tsx'
import type { AccountChange, BadRow } from '#lib/domain/accounts/account-imports/account-file.ts'
import { rejectedRowWords } from '#lib/domain/accounts/account-imports/export-rejected-rows.ts'
import { changedFields } from '#lib/domain/accounts/accounts/account.ts'

/** The download has all of them. */
const shownBadRows = 100

export async function RejectedRows({ badRows, importId }: Readonly<{ badRows: readonly BadRow[]; importId: string }>) {
  const [t, accounts] = await Promise.all([portalTranslator('accountImport'), portalTranslator('accounts')])
  const toReason = rejectedRowWords({ accountImport: t, accounts })
  const columns = [
    { id: 'line', header: t('review.badColumns.line'), headerHidden: true, narrow: true },
    { id: 'id', header: t('review.badColumns.id'), onPhones: 'fact' },
    { id: 'problem', header: t('review.badColumns.problem'), onPhones: 'fact' },
  ] as const
  const rows = badRows.slice(0, shownBadRows).map((row) => ({
    id: `line-${row.line}`,
    cells: {
      line: <span className={styles.unbroken}>{t('review.line', { line: row.line })}</span>,
      id: row.id && <code>{row.id}</code>,
      problem: toReason(row),
    },
  }))
  return (
    <Section id="bad-rows" rest={badRows.length - shownBadRows}>
      <SectionHeader
        id="bad-rows"
        title={t('review.badTitle', { count: badRows.length })}
        action={<DownloadRejected importId={importId} />}
      >
        {t('review.badSentence')}
      </SectionHeader>
      <ListCard>
        <Table caption={t('review.badCaption')} columns={columns} rows={rows} />
      </ListCard>
    </Section>
  )
}

export async function DownloadRejected({ importId }: Readonly<{ importId: string }>) {
  const t = await portalTranslator('accountImport')
  return (
    <LinkButton href={`${importHref(importId)}/rejected`} download="rejected-rows.csv" size="small" plain>
      {t('review.downloadBad')}
    </LinkButton>
  )
}

/** @param count number of changed accounts; `changes` has the first of them */
type ChangesProps = Readonly<{ changes: readonly AccountChange[]; count: number }>

/** What the import changes: a row per field, with the value before and after. */
export async function Changes({ changes, count }: ChangesProps) {
  const [t, accounts] = await Promise.all([portalTranslator('accountImport'), portalTranslator('accounts')])
  const empty = <span className={styles.empty}>{t('review.emptyValue')}</span>
  const columns = [
    { id: 'id', header: t('review.badColumns.id') },
    { id: 'field', header: t('review.changesColumns.field'), narrow: true },
    { id: 'before', header: t('review.changesColumns.before') },
    { id: 'after', header: t('review.changesColumns.after') },
  ] as const
  const rows = changes.flatMap(({ id, before, after }) =>
    changedFields(before, after).map((field) => ({
      id: `change-${id}-${field}`,
      cells: {
        id: (
          <span className={styles.id}>
            <code>{id}</code>
          </span>
        ),
        field: <span className={styles.unbroken}>{accounts(`fields.${field}.label`)}</span>,
        before: <span className={styles.content}>{before[field] ?? empty}</span>,
        after: <span className={styles.content}>{after[field] ?? empty}</span>,
      },
    })),
  )
  return (
    <Section id="changes" rest={count - changes.length}>
      <SectionHeader id="changes" title={t('review.changesTitle', { count })}>
        {t('review.changesSentence')}
      </SectionHeader>
      <ListCard>
        <Table caption={t('review.changesCaption')} columns={columns} rows={rows} />
      </ListCard>
    </Section>
  )
}

type SectionProps = Readonly<{
  id: string
  /** How many rows are not shown. */
  rest: number
  children: ReactNode
}>

async function Section({ id, rest, children }: SectionProps) {
  const t = await portalTranslator('accountImport')
  return (
    <section className={styles.part} aria-labelledby={id}>
      {children}
      {rest > 0 && <p className={`lk-fine ${styles.more}`}>{t('review.moreBad', { count: rest })}</p>}
    </section>
  )
}
