import type { ReactNode } from 'react'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { maxCountedSessions } from '#lib/user-lifecycle/revoke-api-key.ts'
import { Card } from '../../../../_details/card.tsx'
import { Moment } from '../../../../_preferences/moment.tsx'
import { portalFormatter, portalTranslator } from '../../../../_preferences/preferences.ts'
import styles from './key-page.module.css'

type Props = Readonly<{ apiKey: ApiKey; openSessions: number }>

/** What disabling the key would interrupt. */
export async function KeyUsage({ apiKey, openSessions }: Props) {
  const [t, format] = await Promise.all([portalTranslator('usersAndAccess'), portalFormatter()])
  const { lastUsedAt, lastUsedFrom, usesInLastDay } = apiKey
  const more = openSessions >= maxCountedSessions ? '+' : ''
  return (
    <Card title={t('keyPage.use')}>
      <dl className={styles.figures}>
        <Figure label={t('keys.columns.lastUsed')} below={lastUsedFrom && t('keyPage.from', { address: lastUsedFrom })}>
          {lastUsedAt === null ? t('keys.neverUsed') : <Moment at={lastUsedAt} />}
        </Figure>
        <Figure label={t('keyPage.usesInLastDay')}>{format.number(usesInLastDay)}</Figure>
        <Figure label={t('keyPage.openSessions')}>{`${format.number(openSessions)}${more}`}</Figure>
      </dl>
    </Card>
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
