import { notFound } from 'next/navigation'
import { BackLink } from '#app/(portal)/_header/back-link.tsx'
import { pageTitle, portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import type { Query } from '#app/(portal)/_urls/list-url.ts'
import { webhooksPath } from '#app/(portal)/_urls/webhooks-url.ts'
import styles from '#app/(portal)/settings/webhooks/_components/webhooks.module.css'
import { Notice } from '#components/ui/notice.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { maxTestsPerMinute } from '#lib/domain/events/webhooks/send-test.ts'
import { readWebhookPage, type WebhookPage } from '#lib/domain/events/webhooks/webhook-page.ts'
import { webhookTexts } from '#lib/domain/events/webhooks/webhook-texts.ts'
import { getServices } from '#lib/foundation/services.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { Deliveries } from './_components/deliveries.tsx'
import { OpenWebhookDialog } from './_components/open-webhook-dialog.tsx'
import { WebhookActions } from './_components/webhook-actions.tsx'
import { WebhookFacts } from './_components/webhook-facts.tsx'

type Props = Readonly<{ params: Promise<{ webhookId: string }>; searchParams: Promise<Query> }>

export const generateMetadata = pageTitle('webhooks', (t) => t('title'))

/** One endpoint: its state, and what it answered. */
export default async function WebhookDetails({ params, searchParams }: Props) {
  const [actor, services, { webhookId }, query, t] = await Promise.all([
    requireManagerPage(),
    getServices(),
    params,
    searchParams,
    portalTranslator('webhooks'),
  ])
  const page = await readWebhookPage(services, actor, webhookId).catch((error: unknown) => {
    if (isRefusal(error) && error.code === 'not_found') notFound()
    throw error
  })
  const { webhook, deliveries } = page
  return (
    <>
      <BackLink href={webhooksPath} label={t('title')} />
      <SectionHeader
        title={<span className={styles.title}>{webhook.url}</span>}
        action={<WebhookActions webhook={webhook} />}
      >
        {webhookTexts
          .map((field) => webhook[field])
          .filter(Boolean)
          .join('\u00a0· ')}
      </SectionHeader>
      <Notices page={page} isTestRefused={query.refused === 'test'} />
      <WebhookFacts page={page} />
      <Deliveries deliveries={deliveries} />
      <OpenWebhookDialog actor={actor} webhook={webhook} query={query} />
    </>
  )
}

type NoticesProps = Readonly<{ page: WebhookPage; isTestRefused: boolean }>

/** Why nothing is sent, and what was deleted before it was. */
async function Notices({ page: { webhook, lost }, isTestRefused }: NoticesProps) {
  const [t, format] = await Promise.all([portalTranslator('webhooks'), portalFormatter()])
  const { paused, attempts } = webhook
  const when = paused && format.dateTime(paused.at, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className={styles.notices}>
      {isTestRefused && <Notice tone="danger" title={t('tooManyTests', { max: maxTestsPerMinute })} />}
      {paused && (
        <Notice tone={paused.reason === 'manual' ? 'info' : 'warning'} title={t('paused.title', { when: when ?? '' })}>
          {t(`paused.${paused.reason}`)}
        </Notice>
      )}
      {!paused && attempts > 0 && (
        <Notice tone="warning" title={t('retrying.title')}>
          {t('retrying.why', { count: attempts })}
        </Notice>
      )}
      {lost && <Notice tone="warning">{t('lost', lost)}</Notice>}
    </div>
  )
}
