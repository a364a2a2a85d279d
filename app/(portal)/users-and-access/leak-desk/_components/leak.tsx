'use client'

import type { ReactNode } from 'react'
import { Facts } from '#app/(portal)/_details/facts.tsx'
import { grantHref } from '#app/(portal)/_urls/activity-url.ts'
import { leakDeskHref, wordsOf } from '#app/(portal)/_urls/leak-desk-url.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { type useDateTime, useTranslations } from '#components/messages.tsx'
import { Code } from '#components/ui/code.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { State } from '#components/ui/state.tsx'
import type { CheckedCredential } from '#lib/domain/keys/leak-desk/check-leak.ts'
import { containmentOf } from '#lib/domain/keys/leak-desk/containable.ts'
import type { UsedNetwork } from '#lib/domain/keys/leak-desk/known-networks.ts'
import styles from './leak-desk.module.css'

type Props = Readonly<{
  credential: CheckedCredential
  /** What was contained since the check: secrets, families and grants. */
  containedIds: ReadonlySet<string>
  dateTime: ReturnType<typeof useDateTime>
}>

/** One credential that was found: whose it is, what it did, and a way to end it. */
export function Leak({ credential, containedIds, dateTime }: Props) {
  const t = useTranslations('leakDesk')
  const target = containmentOf(credential)
  const isContained =
    credential.known &&
    [credential.familyId, credential.endsWith, credential.grantId].some(
      (id) => id !== undefined && containedIds.has(id),
    )
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
      {credential.known ? (
        <LeakFacts credential={credential} isContained={isContained} dateTime={dateTime} />
      ) : (
        <p>{t('unknownWhy')}</p>
      )}
      {target && !isContained && (
        <div className={styles.does}>
          <p>{t(`${wordsOf[target.subject]}.short`)}</p>
          <LinkButton href={leakDeskHref(target)} inPlace variant="danger">
            {t('contain')}
          </LinkButton>
        </div>
      )}
    </>
  )
}

type KnownProps = Readonly<{ credential: Extract<CheckedCredential, { known: true }> }>

const issuedWords = {
  secret: 'generated',
  refresh_token: 'issued',
  access_token: 'issued',
  sign_in_link: 'linkIssued',
} as const

const networkWords = {
  secret: 'usedFrom',
  refresh_token: 'issuedTo',
  access_token: 'issuedTo',
  sign_in_link: 'openedFrom',
} as const

type FactsProps = KnownProps & Pick<Props, 'dateTime'> & Readonly<{ isContained: boolean }>

function LeakFacts({ credential, isContained, dateTime }: FactsProps) {
  const t = useTranslations('leakDesk.facts')
  const { owner, user, since, lastUsedAt, use, openAccounts, generation, kind, account, grantId } = credential
  const { worksUntil, networks = [], keyUse, session } = credential
  const isToken = kind === 'refresh_token' || kind === 'access_token'
  const at = (instant: number) => dateTime(instant, { dateStyle: 'medium', timeStyle: 'short' })
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t('key'), <KeyOf key="key" credential={credential} />],
    [t('owner'), owner],
    [t('user'), user],
    [t('account'), account],
    [
      t('until'),
      !isContained && worksUntil !== undefined && <Until key="until" credential={credential} dateTime={dateTime} />,
    ],
    [t(issuedWords[kind]), since !== undefined && at(since)],
    [t('lastUsed'), lastUsedAt !== undefined && (lastUsedAt === null ? t('never') : at(lastUsedAt))],
    [
      t(networkWords[kind]),
      networks.length > 0 && <Networks key="networks" networks={networks} at={at} withTime={!isToken} />,
    ],
    // Where a token was used is only known of its key.
    [t('keyUsed'), isToken && keyUse && t('keyUsedFrom', { when: at(keyUse.at), network: keyUse.network })],
    [t('generation'), generation],
    [t('calls'), use && t('count', { count: use.calls })],
    [t('links'), use && t('count', { count: use.links })],
    // What was live ended with it.
    [t('families'), !isContained && use && t('count', { count: use.liveFamilies })],
    [t('openAccounts'), !isContained && openAccounts !== undefined && t('count', { count: openAccounts })],
    [t('session'), !isContained && session !== undefined && t(`sessions.${session}`)],
    [
      t('receipt'),
      grantId && (
        <Link key="receipt" href={grantHref(grantId)}>
          {t('readReceipt')}
        </Link>
      ),
    ],
  ]
  const told = facts.filter(([, value]) => value !== undefined && value !== null && value !== false)
  return <Facts facts={told} />
}

type At = (instant: number) => string

function Until({ credential, dateTime }: KnownProps & Pick<Props, 'dateTime'>) {
  const t = useTranslations('leakDesk.facts')
  const { kind, state, worksUntil } = credential
  if (worksUntil === null || worksUntil === undefined) return t('noEnd')
  // A link's end is a matter of seconds.
  const when = dateTime(worksUntil, { dateStyle: 'medium', timeStyle: kind === 'sign_in_link' ? 'medium' : 'short' })
  return state === 'pending' ? t('unlessUsed', { when }) : when
}

type NetworksProps = Readonly<{ networks: readonly UsedNetwork[]; at: At; withTime: boolean }>

function Networks({ networks, at, withTime }: NetworksProps) {
  const t = useTranslations('leakDesk.facts')
  return (
    <ul className={styles.networks}>
      {networks.map(({ network, at: usedAt, knownSince }) => (
        <li key={network}>
          <p>
            <Code>{network}</Code>
            {knownSince === null && <State kind="waiting">{t('new')}</State>}
          </p>
          {withTime && <p>{at(usedAt)}</p>}
          {typeof knownSince === 'number' && <p>{t('knownSince', { when: at(knownSince) })}</p>}
        </li>
      ))}
    </ul>
  )
}

function KeyOf({ credential: { keyId, keyName } }: KnownProps) {
  const t = useTranslations('leakDesk.facts')
  return keyId === null ? t('noKey') : <Link href={keyHref(keyId)}>{keyName ?? keyId}</Link>
}
