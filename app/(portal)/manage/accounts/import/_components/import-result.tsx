import type { AccountImport } from '#lib/account-imports/account-import.ts'
import { LinkButton } from '../../../../../../components/ui/link-button.tsx'
import { Notice } from '../../../../../../components/ui/notice.tsx'
import { portalTranslator } from '../../../../_preferences/preferences.ts'
import { importPath, listPath } from '../../list-state.ts'
import styles from '../page.module.css'
import { Counts } from './counts.tsx'
import { DownloadRejected } from './review-tables.tsx'

export async function ImportResult({ found: { id, counts, badRows } }: Readonly<{ found: AccountImport }>) {
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
