'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import type { CheckedCredential } from '#lib/leak-desk/check-leak.ts'
import { containmentOf } from '#lib/leak-desk/containable.ts'
import { type useDateTime, useTranslations } from '../../../../../components/messages.tsx'
import { LinkButton } from '../../../../../components/ui/link-button.tsx'
import { State } from '../../../../../components/ui/state.tsx'
import { leakDeskHref } from '../leak-desk-url.ts'
import styles from './leak-desk.module.css'

type Props = Readonly<{
  credential: CheckedCredential
  /** What was contained since the check. */
  containedId: string | undefined
  dateTime: ReturnType<typeof useDateTime>
}>

/** One credential that was found: whose it is, what it did, and a way to end it. */
export function Leak({ credential, containedId, dateTime }: Props) {
  const t = useTranslations('leakDesk')
  const target = containmentOf(credential)
  const isContained = target !== undefined && target.id === containedId
  const { kind } = credential
  return (
    <>
      <p className={styles.head}>
        <strong>{t(`kinds.${kind}`)}</strong>
        {credential.known ? (
          <State kind={credential.works && !isContained ? 'waiting' : 'off'}>
            {t(isContained ? 'contained' : credential.works ? 'works' : 'ended')}
          </State>
        ) : (
          <State kind="off">{t('unknown')}</State>
        )}
      </p>
      {credential.known ? <Facts credential={credential} dateTime={dateTime} /> : <p>{t('unknownWhy')}</p>}
      {target && !isContained && (
        <div className={styles.does}>
          <p>{t(target.subject === 'secret' ? 'containSecret.short' : 'containFamily.short')}</p>
          <LinkButton href={leakDeskHref(target)} inPlace variant="danger">
            {t('contain')}
          </LinkButton>
        </div>
      )}
    </>
  )
}

type KnownProps = Readonly<{ credential: Extract<CheckedCredential, { known: true }> }>

function Facts({ credential, dateTime }: KnownProps & Pick<Props, 'dateTime'>) {
  const t = useTranslations('leakDesk.facts')
  const { owner, since, lastUsedAt, use, generation, kind } = credential
  const at = (instant: number) => dateTime(instant, { dateStyle: 'medium', timeStyle: 'short' })
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('key'), <KeyOf key="key" credential={credential} />],
    [t('owner'), owner],
    [t(kind === 'secret' ? 'generated' : 'issued'), since !== undefined && at(since)],
    [t('lastUsed'), lastUsedAt !== undefined && (lastUsedAt === null ? t('never') : at(lastUsedAt))],
    [t('generation'), generation],
    [t('calls'), use && t('count', { count: use.calls })],
    [t('families'), use && t('count', { count: use.liveFamilies })],
  ]
  const told = facts.filter(([, value]) => value !== undefined && value !== null && value !== false)
  return (
    <dl className={styles.facts}>
      {told.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function KeyOf({ credential: { keyId, keyName } }: KnownProps) {
  const t = useTranslations('leakDesk.facts')
  return keyId === null ? t('noKey') : <Link href={`/users-and-access/keys/${keyId}`}>{keyName ?? keyId}</Link>
}
