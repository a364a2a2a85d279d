import { portalFormatter, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { keyDialogHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { keyAttention } from '#lib/domain/keys/api-keys/key-filter.ts'
import { readDailyCalls } from '#lib/domain/keys/usage/read-daily-calls.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { getServices } from '#lib/foundation/services.ts'
import { dayMs } from '#lib/kernel/clock.ts'
import styles from './key-page.module.css'

type Props = Readonly<{ actor: PortalUser; apiKey: ApiKey }>

/** During the last 30 days of a key: when it expires, and how much it is used. Red on the last day. */
export async function ExpiryNotice({ actor, apiKey }: Props) {
  const services = await getServices()
  const { id, expiresAt } = apiKey
  const now = services.clock.now()
  if (expiresAt === null || keyAttention(apiKey, now) !== 'expiring') return null
  const [t, format, calls] = await Promise.all([
    portalTranslator('usersAndAccess'),
    portalFormatter(),
    readDailyCalls(services, actor, [apiKey]),
  ])
  const leftMs = expiresAt - now
  const isLastDay = leftMs <= dayMs
  const date = format.dateTime(expiresAt, { dateStyle: 'long', ...(isLastDay && { timeStyle: 'short' }) })
  const count = calls.get(id)?.reduce((sum, each) => sum + each, 0) ?? 0
  return (
    <div className={styles.notice}>
      <Notice
        tone={isLastDay ? 'danger' : 'warning'}
        title={t('expiryNotice.title', { days: Math.ceil(leftMs / dayMs), date })}
        action={
          <LinkButton href={keyDialogHref(id, 'extend-key')} inPlace size="small">
            {t('keys.extend')}
          </LinkButton>
        }
      >
        {t('expiryNotice.calls', { count })}
      </Notice>
    </div>
  )
}
