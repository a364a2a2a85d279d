import { notFound } from 'next/navigation'
import { Columns } from '#app/(portal)/_details/columns.tsx'
import { NewestEvents } from '#app/(portal)/_details/newest-events.tsx'
import { Breadcrumbs } from '#app/(portal)/_header/breadcrumbs.tsx'
import { pageTitle, portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { accountHref } from '#app/(portal)/_urls/accounts-url.ts'
import { activityHref } from '#app/(portal)/_urls/activity-url.ts'
import type { Query } from '#app/(portal)/_urls/list-url.ts'
import { OpenAccountDialog } from '#app/(portal)/manage/accounts/_components/open-dialog.tsx'
import { readAccountPage } from '#lib/domain/accounts/account-management/account-page.ts'
import { openingPeriods, readAccountOpenings } from '#lib/domain/events/activity/account-openings.ts'
import { getServices } from '#lib/foundation/services.ts'
import { AccountFacts } from './_components/account-facts.tsx'
import { AccountHeader } from './_components/account-header.tsx'
import { AccountOpenings } from './_components/account-openings.tsx'
import { AccountSessions } from './_components/account-sessions.tsx'
import { AccountUsers } from './_components/account-users.tsx'

type Props = Readonly<{ params: Promise<{ accountId: string }>; searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('accounts', (t) => t('page.title'))

/** One account: who opened it, who has it open, its newest events, facts, and who may open it and why. */
export default async function AccountPage({ params, searchParams }: Props) {
  const [actor, services, { accountId }, query, t] = await Promise.all([
    requireManagerPage(),
    getServices(),
    params,
    searchParams,
    portalTranslator('accounts'),
  ])
  const page = await readAccountPage(services, actor, accountId)
  if (!page) notFound()
  const { account } = page
  const period = openingPeriods.find((each) => each === query.opened) ?? '7d'
  const { timeZone } = await readPreferences()
  const openings = await readAccountOpenings(services, actor, { accountId: account.id, period, timeZone })
  return (
    <>
      <Breadcrumbs place="manageAccounts" />
      <AccountHeader account={account} />
      <Columns
        wide={
          <>
            <AccountOpenings accountId={account.id} period={period} openings={openings} />
            <AccountSessions account={account} sessions={page.sessions} />
            <NewestEvents
              of={accountId}
              title={t('page.events')}
              events={page.events}
              none={t('page.noEvents')}
              all={{ href: activityHref({ account: account.id }), label: t('page.allEvents') }}
            />
          </>
        }
        narrow={
          <>
            <AccountFacts account={account} groups={page.groups} />
            <AccountUsers listed={page.listed} grouped={page.grouped} ofAll={page.ofAll} />
          </>
        }
      />
      <OpenAccountDialog actor={actor} query={{ ...query, of: account.id }} closeHref={accountHref(account.id)} />
    </>
  )
}
