import { redirect } from 'next/navigation'
import {
  pageTitle,
  portalFormatter,
  portalTranslator,
  readPreferences,
} from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { firstStepsPath } from '#app/(portal)/_urls/admin-places.ts'
import { textOf } from '#app/(portal)/_urls/list-url.ts'
import { PageHeader } from '#components/ui/page-header.tsx'
import { readFirstSteps } from '#lib/domain/organization/first-steps/first-steps.ts'
import {
  type Overview,
  type OverviewDays,
  overviewDays,
  readOverview,
} from '#lib/domain/organization/overview/read-overview.ts'
import { getServices } from '#lib/foundation/services.ts'
import { Figures } from './_components/figures.tsx'
import { KeysToAttend } from './_components/keys-to-attend.tsx'
import { PeopleToInvite } from './_components/people-to-invite.tsx'
import { PeriodLinks } from './_components/period-links.tsx'
import { RefusalCauses } from './_components/refusal-causes.tsx'
import { UsageChart } from './_components/usage-chart.tsx'
import styles from './overview.module.css'

export const generateMetadata = pageTitle('overview', (t) => t('title'))

/** What managers see after the first steps: use and refusals by day, and keys and people to attend to. */
export default async function OverviewPage({ searchParams }: PageProps<'/overview'>) {
  const [actor, services, query, { timeZone }] = await Promise.all([
    requireManagerPage(),
    getServices(),
    searchParams,
    readPreferences(),
  ])
  if (await readFirstSteps(services, actor)) redirect(firstStepsPath)
  const days = overviewDays.find((known) => String(known) === textOf(query.days)) ?? 30
  const overview = await readOverview(services, actor, { days, timeZone })
  return <Shown overview={overview} days={days} now={services.clock.now()} />
}

type ShownProps = Readonly<{ overview: Overview; days: OverviewDays; now: number }>

async function Shown({ overview, days, now }: ShownProps) {
  const [t, format] = await Promise.all([portalTranslator('overview'), portalFormatter()])
  return (
    <>
      <PageHeader title={t('title')} action={<PeriodLinks days={days} />}>
        <span className={styles.today}>{format.dateTime(now, { dateStyle: 'full' })}</span>
      </PageHeader>
      <Figures overview={overview} days={days} />
      <div className={styles.wide}>
        <UsageChart days={overview.days} />
        <RefusalCauses {...overview} since={overview.days[0]?.date} />
      </div>
      <div className={styles.halves}>
        <KeysToAttend expiring={overview.expiring} unused={overview.unused} />
        <PeopleToInvite people={overview.people} />
      </div>
    </>
  )
}
