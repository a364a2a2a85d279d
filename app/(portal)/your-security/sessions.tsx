import { describeBrowser } from '#lib/portal-sessions/describe-browser.ts'
import type { OwnSession } from '#lib/portal-sessions/find-sessions.ts'
import { Badge } from '../../../components/ui/badge.tsx'
import { ListCard } from '../../../components/ui/list-card.tsx'
import { Table } from '../../../components/ui/table.tsx'
import { Moment } from '../_preferences/moment.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'
import styles from './page.module.css'
import { EndButton, SessionsForm } from './sessions-form.tsx'

export async function Sessions({ sessions }: Readonly<{ sessions: readonly OwnSession[] }>) {
  const t = await portalTranslator('security')
  const rows = await Promise.all(sessions.map(toTableRow))
  const others = sessions.some((session) => !session.isCurrent)
  return (
    <SessionsForm>
      <ListCard>
        <Table
          caption={t('sessions.title')}
          columns={[
            { id: 'browser', header: t('sessions.browser') },
            { id: 'address', header: t('sessions.address') },
            { id: 'since', header: t('sessions.since') },
            { id: 'lastSeen', header: t('sessions.lastSeen') },
            { id: 'actions', header: t('sessions.actions'), headerHidden: true, align: 'end', narrow: true },
          ]}
          rows={rows}
        />
      </ListCard>
      {others && (
        <div>
          <EndButton ends="others">{t('sessions.endOthers')}</EndButton>
        </div>
      )}
    </SessionsForm>
  )
}

async function toTableRow({ id, userAgent, isCurrent, address, createdAt, lastSeenAt }: OwnSession) {
  const t = await portalTranslator('security')
  const described = describeBrowser(userAgent)
  const browser = described ? t('sessions.browserOn', described) : t('sessions.unknownBrowser')
  return {
    id,
    cells: {
      browser: (
        <span className={styles.browser}>
          {browser} {isCurrent && <Badge>{t('sessions.current')}</Badge>}
        </span>
      ),
      address: <code>{address}</code>,
      since: <Moment at={createdAt} mode="dateTime" />,
      lastSeen: <Moment at={lastSeenAt} />,
      actions: !isCurrent && (
        <EndButton ends={id} size="small" label={t('sessions.endNamed', { browser, address })}>
          {t('sessions.end')}
        </EndButton>
      ),
    },
  }
}
