import type { ReactNode } from 'react'
import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { activityHref } from '#app/(portal)/_urls/activity-url.ts'
import styles from '#app/(portal)/overview/overview.module.css'
import { Link } from '#components/ui/link.tsx'
import {
  maxCountedSessions,
  type Overview,
  type OverviewDays,
} from '#lib/domain/organization/overview/read-overview.ts'
import { Sparkline } from './sparkline.tsx'

type Props = Readonly<{ overview: Overview; days: OverviewDays }>

/** The figures of the period; each leads to the list behind it. */
export async function Figures({ overview, days }: Props) {
  const t = await portalTranslator('overview')
  const { totals, totalsBefore, people } = overview
  const since = overview.days[0]?.date ?? ''
  const before = (count: number) => t('before', { count, days })
  const counts = (name: 'opened' | 'tokens' | 'refused') => overview.days.map((day) => day[name])
  return (
    <ul className={styles.figures}>
      <Figure
        label={t('opened')}
        href={activityHref({ kind: 'sso_grant.redeemed', from: since })}
        value={totals.opened}
        note={
          <>
            {before(totalsBefore.opened)}&nbsp;· <OpenNow count={overview.openSessions} />
          </>
        }
        picture={<Sparkline counts={counts('opened')} />}
      />
      <Figure
        label={t('tokens')}
        href="/users-and-access?sort=last-used#api-keys"
        value={totals.tokens}
        note={before(totalsBefore.tokens)}
        picture={<Sparkline counts={counts('tokens')} />}
      />
      <Figure
        label={t('people')}
        href={activityHref({ kind: 'portal_session.started', from: since })}
        value={people.signedIn}
        beside={t('ofPeople', { all: people.all })}
        note={t('never', { count: people.neverSignedIn })}
      />
      <Figure
        label={t('refused')}
        href="#refusals"
        value={totals.refused}
        note={before(totalsBefore.refused)}
        picture={<Sparkline counts={counts('refused')} tone="danger" />}
      />
    </ul>
  )
}

async function OpenNow({ count }: Readonly<{ count: number }>) {
  const t = await portalTranslator('overview')
  return count > maxCountedSessions ? t('openNowMore', { count: maxCountedSessions }) : t('openNow', { count })
}

type FigureProps = Readonly<{
  label: string
  href: string
  value: number
  beside?: string
  note: ReactNode
  picture?: ReactNode
}>

async function Figure({ label, href, value, beside, note, picture }: FigureProps) {
  const format = await portalFormatter()
  return (
    <li className={`lk-card ${styles.figure}`}>
      <Link href={href} className={styles.label}>
        {label}
      </Link>
      <p className={styles.value}>
        {format.number(value)} {beside && <span className={styles.beside}>{beside}</span>}
      </p>
      <p className={styles.note}>{note}</p>
      {picture}
    </li>
  )
}
