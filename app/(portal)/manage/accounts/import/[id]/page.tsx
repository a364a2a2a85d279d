import { notFound } from 'next/navigation'
import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { ImportResult, ImportReview } from '#app/(portal)/manage/accounts/import/_components/import-review.tsx'
import { ImportRunner } from '#app/(portal)/manage/accounts/import/_components/import-runner.tsx'
import styles from '#app/(portal)/manage/accounts/import/page.module.css'
import { PageHeader } from '#components/ui/page-header.tsx'
import type { AccountImport } from '#lib/domain/accounts/account-imports/account-import.ts'
import { findAccountImport } from '#lib/domain/accounts/account-imports/run-account-import.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'

export const generateMetadata = pageTitle('accountImport', (t) => t('upload.title'))

/** One import: its review, its progress, then its result. */
export default async function OneImportPage({ params }: PageProps<'/manage/accounts/import/[id]'>) {
  const actor = await requireManagerPage()
  const [services, t, { id }] = await Promise.all([getServices(), portalTranslator('accountImport'), params])
  const found = await findAccountImport(services, actor, id)
  if (!found) notFound()
  return (
    <div className={styles.page}>
      <Breadcrumbs place="manageAccounts" below={[{ href: '/manage/accounts/import', label: t('upload.title') }]} />
      <PageHeader title={t('review.title', { fileName: found.fileName })}>
        {found.state === 'checked' && t('review.sentence')}
      </PageHeader>
      {found.state === 'checked' && (
        <ImportReview actor={actor} found={found}>
          <Runner actor={actor} found={found} />
        </ImportReview>
      )}
      {(found.state === 'running' || found.state === 'stopped') && <Runner actor={actor} found={found} />}
      {found.state === 'finished' && <ImportResult found={found} />}
    </div>
  )
}

async function Runner({ actor, found }: Readonly<{ actor: PortalUser; found: AccountImport }>) {
  const { id, rows, badRows, done, state } = found
  const confirmBy = rows > 0 && state !== 'running' && (await findConfirmBy(await getServices(), actor))
  return (
    <ClientMessages namespaces={['accountImport']}>
      <ImportRunner id={id} rows={rows} badRows={badRows} done={done} state={state} confirmBy={confirmBy} />
    </ClientMessages>
  )
}
