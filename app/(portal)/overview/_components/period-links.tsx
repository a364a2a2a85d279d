import Link from 'next/link'
import { type OverviewDays, overviewDays } from '#lib/overview/read-overview.ts'
import { portalTranslator } from '../../_preferences/preferences.ts'
import styles from '../overview.module.css'

export async function PeriodLinks({ days }: Readonly<{ days: OverviewDays }>) {
  const t = await portalTranslator('overview')
  return (
    <nav className={styles.periods} aria-label={t('period')}>
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
