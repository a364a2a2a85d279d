import type { ReactNode } from 'react'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { importPath, listPath } from '#app/(portal)/_urls/accounts-url.ts'
import styles from '#app/(portal)/manage/accounts/import/page.module.css'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { ImportCounts } from '#lib/domain/accounts/account-imports/account-file.ts'
import type { AccountImport } from '#lib/domain/accounts/account-imports/account-import.ts'
import { reviewAccountImport } from '#lib/domain/accounts/account-imports/review-account-import.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { Changes, DownloadRejected, RejectedRows } from './review-tables.tsx'

type Props = Readonly<{
  actor: PortalUser
  found: AccountImport
  /** The confirm button; omitted if there is nothing to import. */
  children: ReactNode
}>

/** What the import will change, and which rows it rejects. */
export async function ImportReview({ actor, found, children }: Props) {
  const [services, t] = await Promise.all([getServices(), portalTranslator('accountImport')])
  const { expected, changes, badRows, unusedColumns } = await reviewAccountImport(services, actor, found.id)
  const names = unusedColumns.join(', ').slice(0, 300)
  return (
    <>
      <Counts counts={expected} badRows={badRows.length} />
      {unusedColumns.length > 0 && (
        <div className={styles.part}>
          <Notice>{t('review.unusedColumns', { count: unusedColumns.length, names })}</Notice>
        </div>
      )}
      {badRows.length > 0 && <RejectedRows badRows={badRows} importId={found.id} />}
      {changes.length > 0 && <Changes changes={changes} count={expected.updated} />}
      {expected.unchanged > 0 && expected.unchanged === found.rows ? <NothingToDo /> : children}
    </>
  )
}

async function NothingToDo() {
  const t = await portalTranslator('accountImport')
  return (
    <>
      <Notice>{t('review.nothingToDo')}</Notice>
      <div className="lk-actions">
        <LinkButton href={listPath} variant="primary">
          {t('progress.toAccounts')}
        </LinkButton>
        <LinkButton href={importPath}>{t('review.another')}</LinkButton>
      </div>
    </>
  )
}

export async function ImportResult({ found: { id, counts, badRows } }: Pick<Props, 'found'>) {
  const t = await portalTranslator('accountImport')
  return (
    <>
      <div className={styles.part}>
        <Notice tone="success" title={t('progress.finishedTitle', { count: counts.created + counts.updated })}>
          {badRows > 0 && t('progress.skipped', { count: badRows })}
        </Notice>
      </div>
      <Counts counts={counts} badRows={badRows} />
      <div className="lk-actions">
        {badRows > 0 && <DownloadRejected importId={id} />}
        <LinkButton href={listPath} variant="primary">
          {t('progress.toAccounts')}
        </LinkButton>
        <LinkButton href={importPath}>{t('progress.again')}</LinkButton>
      </div>
    </>
  )
}

async function Counts({ counts, badRows }: Readonly<{ counts: ImportCounts; badRows: number }>) {
  const [t, format] = await Promise.all([portalTranslator('accountImport'), portalFormatter()])
  const figures = { ...counts, bad: badRows }
  return (
    <dl className={styles.figures}>
      {(['created', 'updated', 'unchanged', 'bad'] as const).map((name) => (
        <div key={name} className={styles.figure} data-empty={figures[name] === 0}>
          <dt className="lk-fine">{t(`review.${name}`)}</dt>
          <dd>{format.number(figures[name])}</dd>
        </div>
      ))}
    </dl>
  )
}
