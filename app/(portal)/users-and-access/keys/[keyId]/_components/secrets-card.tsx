import { Card } from '#app/(portal)/_details/card.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { Chip } from '#components/ui/chip.tsx'
import { Code } from '#components/ui/code.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { State } from '#components/ui/state.tsx'
import { listRefusalsOfKey } from '#lib/domain/events/refusals/find-refusals.ts'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { maxCountedFamilies } from '#lib/domain/keys/api-keys/key-secret.ts'
import type { HandOver } from '#lib/domain/keys/hand-over/read-hand-over.ts'
import type { KeySecret, KeySecrets } from '#lib/domain/keys/key-rotation/read-key-secrets.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { endRehearsalAction, withdrawHandOverAction } from './secret-actions.ts'
import styles from './secrets-card.module.css'
import { kindOf, secretHref } from './secrets-url.ts'

const rehearsalMinutes = 5
/** The last secrets of a key that rotates often. */
const maxEnded = 3
const maxRefusals = 20

const handOverLooks = { open: 'waiting', used: 'on', reported: 'ended', withdrawn: 'off', expired: 'off' } as const

type Props = Readonly<{
  apiKey: ApiKey
  secrets: KeySecrets
  /** The newest one. */
  handOver: HandOver | undefined
  actor: PortalUser
}>

/** The secrets of a key, and what still uses the old one. */
export async function SecretsCard({ actor, apiKey, secrets, handOver }: Props) {
  const { families, isSafeToRetire } = secrets
  const t = await portalTranslator('keySecrets')
  const ended = secrets.secrets.filter(({ state }) => state === 'retired' || state === 'lapsed')
  const shown = [...secrets.secrets.filter((secret) => !ended.includes(secret)), ...ended.slice(0, maxEnded)]
  const hasPublicKey = secrets.secrets.some(({ thumbprint }) => thumbprint !== null)
  return (
    <Card title={t(hasPublicKey ? 'titleWithKeys' : 'title')}>
      <ul className={styles.secrets}>
        {handOver?.state !== 'open' && <OnlyPublicKey secrets={secrets.secrets} />}
        {handOver && <HandOverItem keyId={apiKey.id} handOver={handOver} />}
        {shown.length === 0 && handOver?.state !== 'open' && <li className={styles.faint}>{t('noSecret')}</li>}
        {shown.map((secret) => (
          <li key={secret.id} data-state={secret.state}>
            <Secret secret={secret} isSafeToRetire={secret.state === 'retiring' && isSafeToRetire === true} />
            {secret.state === 'pending' ? (
              <LinkButton href={secretHref(apiKey.id, 'discard')} inPlace size="small">
                {t('discard')}
              </LinkButton>
            ) : (
              <Calls secret={secret} />
            )}
            {secret.state === 'retiring' && (
              <div className={styles.usage}>
                <Families families={families} />
                {secret.rehearsal && (
                  <Refusals actor={actor} keyId={apiKey.id} secretId={secret.id} since={secret.rehearsal.from} />
                )}
                <Steps keyId={apiKey.id} secret={secret} isSafeToRetire={isSafeToRetire === true} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Says so if no secret of the key works, or will. */
async function OnlyPublicKey({ secrets }: Pick<KeySecrets, 'secrets'>) {
  const t = await portalTranslator('keySecrets')
  const working = secrets.filter(({ state }) => state !== 'retired' && state !== 'lapsed')
  if (working.length === 0 || working.some(({ thumbprint }) => thumbprint === null)) return null
  const hadSecret = secrets.some(({ thumbprint }) => thumbprint === null)
  return (
    <li>
      <div>
        <p className={styles.head}>
          <strong>{t(hadSecret ? 'onlyPublicKey.retired' : 'onlyPublicKey.never')}</strong>
        </p>
        <p className={styles.facts}>{t('onlyPublicKey.why')}</p>
      </div>
    </li>
  )
}

type HandOverProps = Readonly<{ keyId: string; handOver: HandOver }>

async function HandOverItem({ keyId, handOver }: HandOverProps) {
  const t = await portalTranslator('keySecrets')
  const { state, createdAt, createdByName: name, expiresAt, withdrawnAt, usedAt, usedFrom, reportedAt } = handOver
  const instants = { open: expiresAt, used: usedAt, reported: reportedAt, withdrawn: withdrawnAt, expired: expiresAt }
  const when = () => <Moment at={instants[state] ?? createdAt} mode="dateTime" />
  const created = { when: () => <Moment at={createdAt} mode="date" /> }
  return (
    <li>
      <div>
        <p className={styles.head}>
          <strong>{t('link.title')}</strong>
          <span className={styles.faint}>
            {name === null ? t.rich('link.created', created) : t.rich('link.createdBy', { ...created, name })}
          </span>
          <State kind={handOverLooks[state]}>{t(`link.states.${state}`)}</State>
        </p>
        <p className={styles.facts}>{t.rich(`link.${state}`, { when, address: usedFrom ?? '' })}</p>
      </div>
      {state === 'open' && (
        <ActionForm action={withdrawHandOverAction}>
          <input type="hidden" name="keyId" value={keyId} />
          <SubmitButton variant="secondary" size="small">
            {t('link.withdraw')}
          </SubmitButton>
        </ActionForm>
      )}
    </li>
  )
}

async function Secret({ secret, isSafeToRetire }: Readonly<{ secret: KeySecret; isSafeToRetire: boolean }>) {
  const t = await portalTranslator('keySecrets')
  const { state, createdAt, createdByName: name, firstUsedAt, worksUntil, retiredAt, lastUsedAt, rehearsal } = secret
  const at = (instant: number, mode: 'relative' | 'dateTime' = 'dateTime') => ({
    when: () => <Moment at={instant} mode={mode} />,
  })
  const generated = { when: () => <Moment at={createdAt} mode="date" /> }
  return (
    <div className={styles.secret}>
      <p className={styles.head}>
        <strong>{t(`states.${state}`)}</strong>
        {secret.thumbprint !== null && <Chip>{t('publicKey')}</Chip>}
        <span className={styles.faint}>
          {name === null ? t.rich('generated', generated) : t.rich('generatedBy', { ...generated, name })}
        </span>
        {state === 'retiring' && <Use secret={secret} isSafeToRetire={isSafeToRetire} />}
      </p>
      {secret.thumbprint !== null && (
        <p className={styles.faint}>
          {t('thumbprint')} <Code>{secret.thumbprint}</Code>
        </p>
      )}
      <p className={styles.facts}>
        {rehearsal && <strong>{t.rich('refusedUntil', at(rehearsal.until))} </strong>}
        {state === 'pending' && worksUntil !== null && t.rich('lapses', at(worksUntil))}
        {state === 'current' && firstUsedAt !== null && t.rich('firstUsed', at(firstUsedAt))}
        {state === 'retiring' && worksUntil !== null && t.rich('worksUntil', at(worksUntil))}
        {retiredAt !== null && t.rich('retired', at(retiredAt))}{' '}
        {state !== 'pending' && lastUsedAt !== null && t.rich('lastUsed', at(lastUsedAt, 'relative'))}
        {state === 'current' && lastUsedAt === null && t('neverUsed')}{' '}
        {state === 'retiring' && secret.families === 'end' && t('familiesEnd')}
      </p>
    </div>
  )
}

/** The calls of the last 24 hours. Left out for a secret that no longer works and had none. */
async function Calls({ secret: { state, callsInLastDay: count } }: Readonly<{ secret: KeySecret }>) {
  const t = await portalTranslator('keySecrets')
  if (count === 0 && state !== 'current' && state !== 'retiring') return null
  return <p className={styles.calls}>{t.rich('calls', { count, number: (text) => <strong>{text}</strong> })}</p>
}

async function Use({ secret, isSafeToRetire }: Readonly<{ secret: KeySecret; isSafeToRetire: boolean }>) {
  const t = await portalTranslator('keySecrets')
  const { liveFamilies: count } = secret
  if (isSafeToRetire) return <State kind="on">{t('safe')}</State>
  const more = count >= maxCountedFamilies ? '+' : ''
  return <State kind="waiting">{count > 0 ? t('families', { count, more }) : t('usedSince')}</State>
}

async function Families({ families }: Pick<KeySecrets, 'families'>) {
  if (families.length === 0) return null
  return (
    <ul className={styles.rows}>
      {families.map(({ id, issuedFrom, lastUsedAt }) => (
        <li key={id}>
          <Code>{issuedFrom}</Code>
          <span className={styles.faint}>
            <Moment at={lastUsedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

type RefusalsProps = Readonly<{ actor: PortalUser; keyId: string; secretId: string; since: number }>

/** Where programs are that the rehearsal refuses. */
async function Refusals({ actor, keyId, secretId, since }: RefusalsProps) {
  const [t, services] = await Promise.all([portalTranslator('keySecrets'), getServices()])
  const refusals = await listRefusalsOfKey(services, actor, { keyId, since, secretId, limit: maxRefusals })
  return (
    <section className={styles.refusals} aria-label={t('refusals')}>
      <h3>{t('refusals')}</h3>
      {refusals.length === 0 && <p className="lk-fine">{t('noRefusals')}</p>}
      <ul className={styles.rows}>
        {refusals.map(({ requestId, network, at }) => (
          <li key={requestId}>
            <Code>{network}</Code>
            <span className={styles.faint}>
              <Moment at={at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type StepsProps = Readonly<{ keyId: string; secret: KeySecret; isSafeToRetire: boolean }>

/** Rehearsing comes before retiring, until nothing is left to be found by it. */
async function Steps({ keyId, secret, isSafeToRetire }: StepsProps) {
  const { rehearsal } = secret
  const t = await portalTranslator('keySecrets')
  return (
    <div className={styles.steps}>
      <p>{isSafeToRetire ? t('safeWhy') : t(`rehearseFirst.${kindOf(secret)}`, { minutes: rehearsalMinutes })}</p>
      <LinkButton href={secretHref(keyId, 'retire')} inPlace>
        {t(isSafeToRetire ? 'retire' : 'retireNow')}
      </LinkButton>
      {rehearsal ? (
        <ActionForm action={endRehearsalAction}>
          <input type="hidden" name="keyId" value={keyId} />
          <SubmitButton variant="secondary">{t('endRehearsal')}</SubmitButton>
        </ActionForm>
      ) : (
        <LinkButton href={secretHref(keyId, 'rehearse')} inPlace variant="primary">
          {t('rehearse')}
        </LinkButton>
      )}
    </div>
  )
}
