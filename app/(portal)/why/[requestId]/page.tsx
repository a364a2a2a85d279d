import { Card } from '#app/(portal)/_details/card.tsx'
import { Columns } from '#app/(portal)/_details/columns.tsx'
import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { pageTitle, portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { whyPath } from '#app/(portal)/_urls/why-url.ts'
import { RequestIdForm } from '#app/(portal)/why/_components/request-id-form.tsx'
import styles from '#app/(portal)/why/_components/why.module.css'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { explainRefusal } from '#lib/domain/events/refusals/explain-refusal.ts'
import { findRefusal } from '#lib/domain/events/refusals/find-refusals.ts'
import { listReturnAddresses } from '#lib/domain/links/return-addresses/manage-return-addresses.ts'
import { findConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { getServices } from '#lib/foundation/services.ts'
import { RefusalActions } from './_components/refusal-actions.tsx'
import { RefusedRequest } from './_components/refused-request.tsx'
import { RegisterDialog } from './_components/register-dialog.tsx'

type Props = Readonly<{ params: Promise<{ requestId: string }>; searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('why', (t) => t('title'))

/** Why a request was refused, and what to do. */
export default async function RefusalPage({ params, searchParams }: Props) {
  const [actor, services, { requestId: given }, query, t] = await Promise.all([
    requireManagerPage(),
    getServices(),
    params,
    searchParams,
    portalTranslator('why'),
  ])
  const refusal = await findRefusal(services, actor, given)
  if (!refusal) return <UnknownRefusal requestId={given} />
  const { requestId, facts } = refusal
  const { cause, remedy } = explainRefusal(refusal, await readPreferences())
  const addresses = facts.origin === undefined ? [] : await listReturnAddresses(services, actor)
  const isRegistered = addresses.some(({ origin }) => origin === facts.origin)
  return (
    <>
      <Breadcrumbs place="activity" below={[{ href: whyPath, label: t('title') }]} />
      <PageHeader title={cause} />
      <Columns
        wide={
          <Card title={t('remedy')}>
            <div className={styles.explanation}>
              <p>{remedy}</p>
              <RefusalActions refusal={refusal} isRegistered={isRegistered} />
            </div>
          </Card>
        }
        narrow={<RefusedRequest refusal={refusal} />}
      />
      {textOf(query.dialog) === 'register' && facts.origin !== undefined && (
        <RegisterDialog requestId={requestId} origin={facts.origin} confirmBy={await findConfirmBy(services, actor)} />
      )}
    </>
  )
}

async function UnknownRefusal({ requestId }: Readonly<{ requestId: string }>) {
  const t = await portalTranslator('why')
  return (
    <div className={styles.unknown}>
      <Breadcrumbs place="activity" below={[{ href: whyPath, label: t('title') }]} />
      <PageHeader title={t('title')} />
      <Notice tone="warning" title={t('unknown.title')}>
        {t('unknown.why')}
      </Notice>
      <RequestIdForm requestId={requestId.slice(0, 100)} />
    </div>
  )
}
