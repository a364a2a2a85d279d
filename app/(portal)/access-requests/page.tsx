import { redirect } from 'next/navigation'
import { RequestState } from '#app/(portal)/_access-requests/request-state.tsx'
import { UserText } from '#app/(portal)/_access-requests/user-text.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireUser } from '#app/(portal)/_session/user.ts'
import { type Query, textOf } from '#app/(portal)/_urls/list-url.ts'
import { requestsPath } from '#app/(portal)/_urls/users-and-access-url.ts'
import { Code } from '#components/ui/code.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ListCard } from '#components/ui/list-card.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHeader, SectionHeader } from '#components/ui/page-header.tsx'
import { Table } from '#components/ui/table.tsx'
import { type AccessRequest, accessRequestRetentionMs } from '#lib/domain/people/access-requests/access-request.ts'
import { listOwnAccessRequests } from '#lib/domain/people/access-requests/request-access.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'
import { getServices } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import styles from './page.module.css'
import { RequestForm } from './request-form.tsx'

type Props = Readonly<{ searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('accessRequests', (t) => t('title'))

/** An agent's requests for access, with their outcomes. Managers, who open all accounts, decide on another page. */
export default async function OwnAccessRequests({ searchParams }: Props) {
  const [actor, services, query, t] = await Promise.all([
    requireUser(),
    getServices(),
    searchParams,
    portalTranslator('accessRequests'),
  ])
  if (isManager(actor.role)) redirect(requestsPath)
  const requests = await listOwnAccessRequests(services, actor)
  const sent = textOf(query.sent)
  const isSent = requests.some(({ accountId, decision }) => accountId === sent && decision === null)
  return (
    <ClientMessages namespaces={['accessRequests']}>
      <PageHeader title={t('title')}>{t('own.why')}</PageHeader>
      <div className={styles.sections}>
        <section aria-labelledby="new">
          <SectionHeader title={t('own.newTitle')} id="new" />
          <div className="lk-card" data-padded>
            <div className={styles.form}>
              {isSent && <Notice tone="success">{t('own.sent', { account: sent })}</Notice>}
              <RequestForm key={requests[0]?.id} accountId={isSent ? '' : textOf(query.account)} />
            </div>
          </div>
        </section>
        <section aria-labelledby="requests">
          <SectionHeader title={t('own.listTitle')} id="requests" />
          <ListCard>
            {requests.length === 0 ? (
              <EmptyState noun="account" title={t('own.none')}>
                {t('own.noneHint', { days: accessRequestRetentionMs / dayMs })}
              </EmptyState>
            ) : (
              <Requests requests={requests} />
            )}
          </ListCard>
        </section>
      </div>
    </ClientMessages>
  )
}

async function Requests({ requests }: Readonly<{ requests: readonly AccessRequest[] }>) {
  const t = await portalTranslator('accessRequests')
  const columns = [
    { id: 'account', header: t('columns.account') },
    { id: 'reason', header: t('columns.reason') },
    { id: 'requested', header: t('columns.requested') },
    { id: 'state', header: t('columns.state') },
    { id: 'actions', header: t('columns.actions'), headerHidden: true, align: 'end', narrow: true },
  ] as const
  const rows = requests.map(({ id, accountId, reason, requestedAt, decision, note }) => ({
    id,
    cells: {
      account: <Code>{accountId}</Code>,
      reason: <UserText>{reason}</UserText>,
      requested: <Moment at={requestedAt} />,
      state: (
        <>
          <RequestState decision={decision} />
          {note !== null && <UserText fine>{note}</UserText>}
        </>
      ),
      actions: decision === 'approved' && (
        <LinkButton
          href={`/?q=${encodeURIComponent(accountId)}`}
          size="small"
          aria-label={t('own.openNamed', { account: accountId })}
        >
          {t('own.open')}
        </LinkButton>
      ),
    },
  }))
  return <Table caption={t('own.listTitle')} columns={columns} rows={rows} />
}
