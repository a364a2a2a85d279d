import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { Card } from '#app/(portal)/_details/card.tsx'
import { LiveUpdates } from '#app/(portal)/_live/live-updates.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { whyHref } from '#app/(portal)/_urls/why-url.ts'
import { Code } from '#components/ui/code.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { explainRefusal } from '#lib/domain/events/refusals/explain-refusal.ts'
import type { LiveKey } from '#lib/domain/events/refusals/live-key.ts'
import type { KeptRefusal } from '#lib/foundation/buffers/kept-refusal.ts'
import styles from './key-live.module.css'

type Props = Readonly<{
  keyId: string
  live: LiveKey
  refusals: readonly KeptRefusal[]
  /** Return addresses: an origin among them needs no registering any more. */
  origins: readonly string[]
}>

/** The first call of a new key, and the refusals of the last 24 hours with their remedy, as they arrive. */
export async function KeyLive({ keyId, live, refusals, origins }: Props) {
  const t = await portalTranslator('why')
  const words = { listening: t('live.listening'), paused: t('live.paused'), reload: t('live.reload') }
  return (
    <Card
      title={t('live.title')}
      action={<LiveUpdates url={`${keyHref(keyId)}/live`} version={live.version} words={words} />}
    >
      {live.firstCall && <FirstCall firstCall={live.firstCall} />}
      {refusals.length === 0 && <p className={`lk-fine ${styles.hint}`}>{t('live.noRefusals')}</p>}
      <ol className={styles.refusals}>
        {refusals.map((refusal) => (
          <RefusalItem key={refusal.requestId} refusal={refusal} origins={origins} />
        ))}
      </ol>
    </Card>
  )
}

async function FirstCall({ firstCall }: Readonly<{ firstCall: NonNullable<LiveKey['firstCall']> }>) {
  const t = await portalTranslator('why')
  const isWaiting = firstCall.token === null
  return (
    <div className={styles.firstCall}>
      <h3>{isWaiting ? t('live.waiting') : t('live.firstCall')}</h3>
      {isWaiting && <p className="lk-fine">{t('live.waitingHint')}</p>}
      <ol>
        {(['token', 'link', 'opened'] as const).map((step) => (
          <Step key={step} name={t(`live.steps.${step}`)} at={firstCall[step]} notYet={t('live.notYet')} />
        ))}
      </ol>
    </div>
  )
}

function Step({ name, at, notYet }: Readonly<{ name: string; at: number | null; notYet: string }>) {
  const Icon = at === null ? IconCircleDashed : IconCircleCheck
  return (
    <li data-done={at !== null}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span>{name}</span>
      <span className={styles.when}>{at === null ? notYet : <Moment at={at} mode="dateTime" />}</span>
    </li>
  )
}

type ItemProps = Readonly<{ refusal: KeptRefusal; origins: readonly string[] }>

async function RefusalItem({ refusal, origins }: ItemProps) {
  const [t, preferences] = await Promise.all([portalTranslator('why'), readPreferences()])
  const { requestId, at, endpoint, network, reason, facts } = refusal
  const { cause, remedy } = explainRefusal(refusal, preferences)
  const mayRegister = reason === 'origin_unregistered' && facts.origin !== undefined && !origins.includes(facts.origin)
  return (
    <li>
      <div className={styles.head}>
        <strong>{t('live.refused', { endpoint })}</strong>
        <span className={styles.when}>
          <Moment at={at} mode="dateTime" />
        </span>
      </div>
      <p>
        {cause} {remedy}
      </p>
      <p className={styles.facts}>
        <Link href={whyHref(requestId)}>
          <Code>{requestId}</Code>
        </Link>{' '}
        {network}
      </p>
      {mayRegister && (
        <LinkButton href={whyHref(requestId, 'register')} size="small">
          {t('live.register')}
        </LinkButton>
      )}
    </li>
  )
}
