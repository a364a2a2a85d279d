import type { ReactNode } from 'react'
import { RequestState } from '#app/(portal)/_access-requests/request-state.tsx'
import { UserText } from '#app/(portal)/_access-requests/user-text.tsx'
import { TwoLines } from '#app/(portal)/_details/two-lines.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { decisionHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { Code } from '#components/ui/code.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Table } from '#components/ui/table.tsx'
import type { Decision, ReviewedAccessRequest } from '#lib/domain/people/access-requests/access-request.ts'
import styles from './requests-tables.module.css'

type Props = Readonly<{ requests: readonly ReviewedAccessRequest[] }>

type PendingProps = Props & Readonly<{ after: string }>

export async function PendingTable({ requests, after }: PendingProps) {
  const t = await portalTranslator('accessRequests')
  const columns = [
    { id: 'user', header: t('columns.user') },
    { id: 'account', header: t('columns.account') },
    { id: 'reason', header: t('columns.reason') },
    { id: 'requested', header: t('columns.requested'), priority: 2 },
    { id: 'actions', header: t('columns.actions'), headerHidden: true, align: 'end', narrow: true },
  ] as const
  const rows = await Promise.all(
    requests.map(async (request) => ({
      id: request.id,
      cells: {
        ...(await sharedCells(request)),
        requested: <Moment at={request.requestedAt} />,
        actions: (
          <div className={`lk-actions ${styles.decide}`}>
            <DecideLink request={request} decision="declined" after={after} />
            <DecideLink request={request} decision="approved" after={after} />
          </div>
        ),
      },
    })),
  )
  return <Table caption={t('manage.pendingTitle')} columns={columns} rows={rows} />
}

export async function DecidedTable({ requests }: Props) {
  const t = await portalTranslator('accessRequests')
  const columns = [
    { id: 'user', header: t('columns.user') },
    { id: 'account', header: t('columns.account') },
    { id: 'reason', header: t('columns.reason') },
    { id: 'state', header: t('columns.state') },
    { id: 'decided', header: t('columns.decided'), priority: 2 },
  ] as const
  const rows = await Promise.all(
    requests.map(async (request) => ({
      id: request.id,
      cells: {
        ...(await sharedCells(request)),
        state: (
          <>
            <RequestState decision={request.decision} />
            {request.note !== null && <UserText fine>{request.note}</UserText>}
          </>
        ),
        decided: (
          <TwoLines
            first={<Moment at={request.decidedAt ?? 0} />}
            second={request.decidedByName !== null && t('manage.by', { name: request.decidedByName })}
          />
        ),
      },
    })),
  )
  return <Table caption={t('manage.decidedTitle')} columns={columns} rows={rows} />
}

type SharedCells = Readonly<Record<'user' | 'account' | 'reason', ReactNode>>

async function sharedCells({ user, accountId, accountName, reason }: ReviewedAccessRequest): Promise<SharedCells> {
  const t = await portalTranslator('accessRequests')
  return {
    user: <TwoLines first={user.name} second={user.username} />,
    account: <TwoLines first={accountName ?? t('manage.unknownAccount')} second={<Code>{accountId}</Code>} />,
    reason: <UserText>{reason}</UserText>,
  }
}

type DecideLinkProps = Readonly<{ request: ReviewedAccessRequest; decision: Decision; after: string }>

async function DecideLink({ request: { id, user, accountId }, decision, after }: DecideLinkProps) {
  const t = await portalTranslator('accessRequests')
  const verb = decision === 'approved' ? 'approve' : 'decline'
  return (
    <LinkButton
      href={decisionHref(decision, id, after)}
      size="small"
      aria-label={t(`manage.${verb}Named`, { user: user.name, account: accountId })}
      inPlace
    >
      {t(`manage.${verb}`)}
    </LinkButton>
  )
}
