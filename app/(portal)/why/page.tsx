import { redirect } from 'next/navigation'
import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { whyHref } from '#app/(portal)/_urls/why-url.ts'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeader } from '#components/ui/page-header.tsx'
import { countRefusals, countRefusalsNotKept, listRefusals } from '#lib/domain/events/refusals/find-refusals.ts'
import { getServices } from '#lib/foundation/services.ts'
import { NewestRefusals } from './_components/newest-refusals.tsx'
import { RequestIdForm } from './_components/request-id-form.tsx'

type Props = Readonly<{ searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('why', (t) => t('title'))

const maxRefusals = 50

/** Asks for the ID of a refused request, and lists the newest. */
export default async function WhyPage({ searchParams }: Props) {
  const [actor, services, query, t] = await Promise.all([
    requireManagerPage(),
    getServices(),
    searchParams,
    portalTranslator('why'),
  ])
  const requestId = textOf(query.id).trim()
  if (requestId !== '') redirect(whyHref(requestId))
  const [refusals, total, notKept] = await Promise.all([
    listRefusals(services, actor, maxRefusals),
    countRefusals(services, actor),
    countRefusalsNotKept(services, actor),
  ])
  return (
    <>
      <Breadcrumbs place="activity" />
      <PageHeader title={t('title')}>{t('intro')}</PageHeader>
      <RequestIdForm />
      <NewestRefusals refusals={refusals} total={total} />
      {notKept > 0 && <Notice>{t('notKept', { count: notKept })}</Notice>}
    </>
  )
}
