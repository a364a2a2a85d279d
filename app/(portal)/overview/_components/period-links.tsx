import chart from '#app/(portal)/_charts/chart.module.css'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Link } from '#components/ui/link.tsx'
import { type OverviewDays, overviewDays } from '#lib/domain/organization/overview/read-overview.ts'

export async function PeriodLinks({ days }: Readonly<{ days: OverviewDays }>) {
  const t = await portalTranslator('overview')
  return (
    <nav className={chart.periods} aria-label={t('period')}>
      {overviewDays.map((each) => (
        <Link
          key={each}
          href={`/overview?days=${each}`}
          aria-current={each === days ? 'true' : undefined}
          scroll={false}
        >
          {t('days', { days: each })}
        </Link>
      ))}
    </nav>
  )
}
