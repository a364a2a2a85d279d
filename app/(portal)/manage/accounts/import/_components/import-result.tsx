import type { AccountImport } from '#lib/account-imports/account-import.ts'
import { LinkButton } from '../../../../../../components/ui/link-button.tsx'
import { Notice } from '../../../../../../components/ui/notice.tsx'
import { portalTranslator } from '../../../../_preferences/preferences.ts'
import { importPath, listPath } from '../../list-state.ts'
import styles from '../page.module.css'
import { Counts } from './counts.tsx'
import { DownloadRejected } from './download-rejected.tsx'

export async function ImportResult({ found }: Readonly<{ found: AccountImport }>) {
  const t = await portalTranslator('accountImport')
  const { created, updated, unchanged } = found.counts
  return (
    <>
      <div className={styles.part}>
        <Notice tone="success" title={t('progress.finishedTitle', { count: created + updated })}>
          {found.badRows > 0 && t('progress.skipped', { count: found.badRows })}
        </Notice>
      </div>
      <Counts
        figures={[
          { label: t('review.created'), count: created },
          { label: t('review.updated'), count: updated },
          { label: t('review.unchanged'), count: unchanged },
          { label: t('review.bad'), count: found.badRows },
        ]}
      />
      <div className="lk-actions">
        {found.badRows > 0 && <DownloadRejected importId={found.id} />}
        <LinkButton href={listPath} variant="primary">
          {t('progress.toAccounts')}
        </LinkButton>
        <LinkButton href={importPath}>{t('progress.again')}</LinkButton>
      </div>
    </>
  )
}
