import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { expiringDays } from '#lib/api-keys/key-filter.ts'
import { dayMs } from '#lib/clock.ts'
import { getServices } from '#lib/services.ts'
import { LinkButton } from '../../../../../../components/ui/link-button.tsx'
import { Notice } from '../../../../../../components/ui/notice.tsx'
import { portalFormatter, portalTranslator } from '../../../../_preferences/preferences.ts'
import { keyDialogHref } from '../../../list-state.ts'
import styles from './key-page.module.css'

type Props = Readonly<{ apiKey: ApiKey; calls: readonly number[] | undefined }>

/** During the last 30 days of a key: when it expires, and how much it is used. Red on the last day. */
export async function ExpiryNotice({ apiKey: { id, expiresAt, state }, calls = [] }: Props) {
  const [t, format, { clock }] = await Promise.all([
    portalTranslator('usersAndAccess'),
    portalFormatter(),
    getServices(),
  ])
  const leftMs = (expiresAt ?? Number.POSITIVE_INFINITY) - clock.now()
  if (expiresAt === null || leftMs > expiringDays * dayMs || state === 'expired' || state === 'revoked') return null
  const isLastDay = leftMs <= dayMs
  const date = format.dateTime(expiresAt, { dateStyle: 'long', ...(isLastDay && { timeStyle: 'short' }) })
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
        {t('expiryNotice.calls', { count: calls.reduce((sum, each) => sum + each, 0) })}
      </Notice>
    </div>
  )
}
