import type { ReactNode } from 'react'
import chart from '#app/(portal)/_charts/chart.module.css'
import { Card } from '#app/(portal)/_details/card.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { toHref } from '#app/(portal)/_urls/list-url.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { Link } from '#components/ui/link.tsx'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import type { KeySecret } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import { type UsageBucket, type UsagePeriod, usagePeriods } from '#lib/domain/keys/usage/key-usage.ts'
import type { KeyUsage as Usage } from '#lib/domain/keys/usage/read-key-usage.ts'
import { maxCountedSessions } from '#lib/domain/people/user-lifecycle/revoke-api-key.ts'
import styles from './key-page.module.css'
import { UsageBars, UsageTable } from './usage-bars.tsx'
import { UsageBySecret } from './usage-by-secret.tsx'

type Props = Readonly<{
  apiKey: ApiKey
  secrets: readonly KeySecret[]
  openSessions: number
  usage: Usage
  period: UsagePeriod
}>

/** What the key did in a period, split by secret, and what disabling it would interrupt. */
export async function KeyUsage({ apiKey, secrets, openSessions, usage, period }: Props) {
  const [t, keys, format] = await Promise.all([
    portalTranslator('keyUsage'),
    portalTranslator('usersAndAccess'),
    portalFormatter(),
  ])
  const { lastUsedAt, lastUsedFrom } = apiKey
  const { buckets, bySecret, rotatedAt } = usage
  const total = (name: 'current' | 'earlier' | 'opened' | 'refused') =>
    buckets.reduce((sum, each) => sum + each[name], 0)
  const calls = total('current') + total('earlier')
  const more = openSessions >= maxCountedSessions ? '+' : ''
  return (
    <Card title={t('title')} action={<Periods keyId={apiKey.id} period={period} />}>
      <dl className={styles.figures}>
        <Figure label={t('calls')} below={t('callsHint')}>
          {format.number(calls)}
        </Figure>
        <Figure label={t('opened')}>{format.number(total('opened'))}</Figure>
        <Figure label={t('refused')}>{format.number(total('refused'))}</Figure>
        <Figure label={keys('keyPage.openSessions')}>{`${format.number(openSessions)}${more}`}</Figure>
        <Figure
          label={keys('keys.columns.lastUsed')}
          below={lastUsedFrom && keys('keyPage.from', { address: lastUsedFrom })}
        >
          {lastUsedAt === null ? keys('keys.neverUsed') : <Moment at={lastUsedAt} />}
        </Figure>
      </dl>
      {isEmpty(buckets) ? (
        <p className={chart.none}>{t('none')}</p>
      ) : (
        <>
          <UsageBars buckets={buckets} rotatedAt={rotatedAt} period={period} />
          <details className={chart.asTable}>
            <summary>{t('showTable')}</summary>
            {bySecret.length > 1 && <UsageBySecret bySecret={bySecret} secrets={secrets} />}
            <UsageTable buckets={buckets} period={period} />
          </details>
        </>
      )}
    </Card>
  )
}

function isEmpty(buckets: readonly UsageBucket[]): boolean {
  return buckets.every(({ current, earlier, opened, refused }) => current + earlier + opened + refused === 0)
}

async function Periods({ keyId, period }: Readonly<{ keyId: string; period: UsagePeriod }>) {
  const t = await portalTranslator('keyUsage')
  return (
    <nav className={chart.periods} aria-label={t('period')}>
      {usagePeriods.map((each) => (
        <Link
          key={each}
          href={toHref(keyHref(keyId), { usage: each })}
          aria-current={each === period ? 'true' : undefined}
          scroll={false}
        >
          {t(`periods.${each}`)}
        </Link>
      ))}
    </nav>
  )
}

type FigureProps = Readonly<{ label: string; below?: ReactNode; children: ReactNode }>

function Figure({ label, below, children }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {below && <span className={styles.below}>{below}</span>}
      </dd>
    </div>
  )
}
