import { Facts } from '#app/(portal)/_details/facts.tsx'
import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentSite } from '#app/(portal)/_preferences/site.ts'
import { IncompleteLink, UnusableLink } from '#app/(portal)/_session/unusable-link.tsx'
import { Refusal } from '#components/refusal.tsx'
import { SingleColumn } from '#components/single-column.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { handOverPath } from '#lib/domain/keys/api-keys/hand-over.ts'
import { findLinkedHandOver, type LinkedHandOver } from '#lib/domain/keys/hand-over/read-hand-over.ts'
import { getServices } from '#lib/foundation/services.ts'
import styles from './hand-over.module.css'
import { TakeForm } from './lazy-take-form.tsx'
import { ReportForm } from './report-form.tsx'

export const generateMetadata = pageTitle('handOver', (t) => t('title'))

/**
 * The recipient of a link generates the secret of a key here. Viewing the page doesn't use the link up. A later visitor
 * reads what became of the link, and can report it.
 */
export default async function HandOverPage({ searchParams }: PageProps<'/hand-over'>) {
  const { token, report } = await searchParams
  if (typeof token !== 'string' || token === '') return <IncompleteLink />
  const services = await getServices()
  const handOver = await findLinkedHandOver(services, token)
  if (!handOver) return <UnusableLink />
  const isReport = report !== undefined && handOver.state === 'used'
  return (
    <SingleColumn site={await currentSite()}>
      <ClientMessages namespaces={['handOver', 'usersAndAccess']}>
        {isReport ? (
          <ReportForm token={token} keyName={handOver.key.name} cancelHref={toHref({ token })} />
        ) : (
          <TakeForm token={token} isOpen={handOver.state === 'open'} baseUrl={services.env.baseUrl}>
            {handOver.state === 'open' ? (
              <Offer handOver={handOver} />
            ) : (
              <Outcome handOver={handOver} reportHref={toHref({ token, report: 'yes' })} />
            )}
          </TakeForm>
        )}
      </ClientMessages>
    </SingleColumn>
  )
}

function toHref(parameters: Readonly<Record<string, string>>): string {
  return `${handOverPath}?${new URLSearchParams(parameters)}`
}

async function Offer({ handOver: { key, createdByName, expiresAt } }: Readonly<{ handOver: LinkedHandOver }>) {
  const t = await portalTranslator('handOver')
  const facts = [
    [t('key'), key.name],
    [t('opens'), t('accounts', { count: key.accountIds?.length ?? 0 })],
    ...(key.networks ? [[t('networks'), key.networks.join(', ')] as const] : []),
    ...(key.expiresAt === null ? [] : [[t('expires'), <Moment key="key" at={key.expiresAt} mode="date" />] as const]),
    [t('validUntil'), <Moment key="link" at={expiresAt} mode="dateTime" />],
  ] as const
  return (
    <>
      <h1>{t('title')}</h1>
      <p>
        {createdByName === null ? t('sharedViaCli') : t('shared', { name: createdByName })} {t('how')}
      </p>
      <div className={styles.facts}>
        <Facts facts={facts} />
      </div>
    </>
  )
}

type OutcomeProps = Readonly<{ handOver: LinkedHandOver; reportHref: string }>

/** What became of a link that is no longer open. */
async function Outcome({ handOver, reportHref }: OutcomeProps) {
  const t = await portalTranslator('handOver')
  const { state, expiresAt, usedAt, usedFrom } = handOver
  const key = handOver.key.name
  if (state === 'reported') return <Refusal title={t('reported.title')} why={t('reported.why')} />
  if (state === 'expired') {
    const when = () => <Moment at={expiresAt} mode="dateTime" />
    return <Refusal title={t('expired.title')} why={t.rich('expired.why', { key, when })} />
  }
  if (usedAt === null) return <Refusal title={t('withdrawn.title')} why={t('withdrawn.why', { key })} />
  const when = () => <Moment at={usedAt} mode="dateTime" />
  return (
    <Refusal title={t('used.title')} why={t.rich('used.why', { key, when, network: usedFrom ?? '' })}>
      <p className={styles.muted}>
        {t('used.mine')} {t('used.notMine')}
      </p>
      <LinkButton plain href={reportHref}>
        {t('used.report')}
      </LinkButton>
    </Refusal>
  )
}
