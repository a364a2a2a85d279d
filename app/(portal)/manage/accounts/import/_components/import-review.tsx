import type { ReactNode } from 'react'
import type { AccountImport } from '#lib/account-imports/account-import.ts'
import { reviewAccountImport } from '#lib/account-imports/review-account-import.ts'
import type { PortalUser } from '#lib/actor.ts'
import { getServices } from '#lib/services.ts'
import { LinkButton } from '../../../../../../components/ui/link-button.tsx'
import { Notice } from '../../../../../../components/ui/notice.tsx'
import { portalTranslator } from '../../../../_preferences/preferences.ts'
import { importPath, listPath } from '../../list-state.ts'
import styles from '../page.module.css'
import { Counts } from './counts.tsx'
import { Changes, RejectedRows } from './review-tables.tsx'

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
