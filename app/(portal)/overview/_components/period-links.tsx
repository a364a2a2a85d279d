import Link from 'next/link'
import { type OverviewDays, overviewDays } from '#lib/overview/read-overview.ts'
import chart from '../../_charts/chart.module.css'
import { portalTranslator } from '../../_preferences/preferences.ts'

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
          prefetch={false}
        >
          {t('days', { days: each })}
        </Link>
      ))}
    </nav>
  )
}
