import type { AccountChange } from '#lib/account-imports/account-file.ts'
import { changedFields } from '#lib/accounts/account.ts'
import { SectionHeader } from '../../../../../../components/ui/page-header.tsx'
import { Table } from '../../../../../../components/ui/table.tsx'
import { portalTranslator } from '../../../../_preferences/preferences.ts'
import styles from '../page.module.css'

/** @param count number of changed accounts; `changes` has the first of them */
type Props = Readonly<{ changes: readonly AccountChange[]; count: number }>

/** What the import changes: a row per field, with the value before and after. */
export async function Changes({ changes, count }: Props) {
  const [t, accounts] = await Promise.all([portalTranslator('accountImport'), portalTranslator('accounts')])
  const rows = changes.flatMap(({ id, before, after }) =>
    changedFields(before, after).map((field) => ({
      id: `change-${id}-${field}`,
      cells: {
        id: <code>{id}</code>,
        field: <span className={styles.unbroken}>{accounts(`form.${field}`)}</span>,
        before: before[field] ?? <Empty />,
        after: after[field] ?? <Empty />,
      },
    })),
  )
  return (
    <section className={styles.part} aria-labelledby="changes">
      <SectionHeader id="changes" title={t('review.changesTitle', { count })}>
        {t('review.changesSentence')}
      </SectionHeader>
      <Table
        caption={t('review.changesCaption')}
        columns={[
          { id: 'id', header: t('review.badColumns.id') },
          { id: 'field', header: t('review.changesColumns.field'), narrow: true },
          { id: 'before', header: t('review.changesColumns.before') },
          { id: 'after', header: t('review.changesColumns.after') },
        ]}
        rows={rows}
      />
      {count > changes.length && (
        <p className={styles.more}>{t('review.moreBad', { count: count - changes.length })}</p>
      )}
    </section>
  )
}

async function Empty() {
  const t = await portalTranslator('accountImport')
  return <span className={styles.empty}>{t('review.emptyValue')}</span>
}
