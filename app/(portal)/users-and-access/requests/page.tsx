import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { requestsHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import styles from '#app/(portal)/users-and-access/_components/users-and-access.module.css'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import { PageHeader, SectionHeader } from '#components/ui/page-header.tsx'
import { Pagination } from '#components/ui/pagination.tsx'
import { listAccessRequests } from '#lib/domain/people/access-requests/decide-access-request.ts'
import { getServices } from '#lib/foundation/services.ts'
import { OpenDecision } from './_components/open-decision.tsx'
import { DecidedTable, PendingTable } from './_components/requests-tables.tsx'

type Props = Readonly<{ searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('accessRequests', (t) => t('title'))

/** Requests of agents for accounts that they can't open, for owners and admins to decide. */
export default async function AccessRequestsPage({ searchParams }: Props) {
  const [actor, services, query, t, lists] = await Promise.all([
    requireManagerPage(),
    getServices(),
    searchParams,
    portalTranslator('accessRequests'),
    portalTranslator('accounts'),
  ])
  const [decision, id, after] = [textOf(query.decide), textOf(query.of), textOf(query.after)]
  const { pending, next, decided } = await listAccessRequests(services, actor, after || undefined)
  return (
    <>
      <Breadcrumbs place="usersAndAccess" />
      <PageHeader title={t('title')}>{t('manage.why')}</PageHeader>
      <div className={styles.sections}>
        <section aria-labelledby="pending">
          <SectionHeader title={t('manage.pendingTitle')} id="pending" />
          <ListCard
            foot={
              <Pagination
                label={t('manage.pages')}
                previous={{ label: lists('firstPage'), href: after === '' ? undefined : requestsHref('') }}
                next={{ label: lists('nextPage'), href: next === null ? undefined : requestsHref(next) }}
              />
            }
          >
            {pending.length === 0 ? (
              <EmptyState noun="account" title={t('manage.none')}>
                {t('manage.noneHint')}
              </EmptyState>
            ) : (
              <PendingTable requests={pending} after={after} />
            )}
          </ListCard>
        </section>
        <section aria-labelledby="decided">
          <SectionHeader title={t('manage.decidedTitle')} id="decided" />
          <ListCard>
            {decided.length === 0 ? (
              <EmptyState noun="event" title={t('manage.noneDecided')} />
            ) : (
              <DecidedTable requests={decided} />
            )}
          </ListCard>
        </section>
      </div>
      {(decision === 'approved' || decision === 'declined') && (
        <OpenDecision services={services} actor={actor} decision={decision} id={id} after={after} />
      )}
    </>
  )
}
