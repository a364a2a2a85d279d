import { LinkButton } from '../../../../../../components/ui/link-button.tsx'
import { portalTranslator } from '../../../../_preferences/preferences.ts'
import { rejectedHref } from '../import-urls.ts'

/** Downloads the rejected rows as CSV, each with the reason. */
export async function DownloadRejected({ importId }: Readonly<{ importId: string }>) {
  const t = await portalTranslator('accountImport')
  return (
    <LinkButton href={rejectedHref(importId)} download="rejected-rows.csv" size="small" plain>
      {t('review.downloadBad')}
    </LinkButton>
  )
}
