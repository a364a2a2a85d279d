import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Item, Items } from '#app/(portal)/_details/items.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Badge } from '#components/ui/badge.tsx'
import { describeBrowser } from '#lib/domain/sign-in/portal-sessions/describe-browser.ts'
import type { PortalSession } from '#lib/domain/sign-in/portal-sessions/portal-session.ts'

type Listed = PortalSession & Readonly<{ isCurrent?: boolean }>

type Props = Readonly<{
  sessions: readonly Listed[]
  /** Shown if there are none. */
  none?: string
  /** What can be done with a session. `browser`: as the list calls it. */
  action?: (session: Listed, browser: string) => ReactNode
}>

/** Portal sessions with browser, system, network and last use. */
export async function SessionList({ sessions, none = '', action }: Props) {
  const t = await portalTranslator('security')
  return (
    <Items none={sessions.length === 0 && none}>
      {sessions.map((session) => {
        const { id, userAgent, address, createdAt, lastSeenAt, isCurrent } = session
        const browser = nameBrowser(t, userAgent)
        return (
          <Item
            key={id}
            icon={<DeviceIcon userAgent={userAgent} />}
            title={
              <>
                {browser} {isCurrent && <Badge>{t('sessions.current')}</Badge>}
              </>
            }
            facts={[
              <code key="address">{address}</code>,
              t.rich('sessions.signedIn', { when: () => <Moment at={createdAt} mode="dateTime" /> }),
              isCurrent
                ? t('sessions.activeNow')
                : t.rich('sessions.lastUsed', { when: () => <Moment at={lastSeenAt} /> }),
            ]}
            aside={action?.(session, browser)}
          />
        )
      })}
    </Items>
  )
}

type Translate = Awaited<ReturnType<typeof portalTranslator<'security'>>>

/** Browser and system in the reader's words. */
export function nameBrowser(t: Translate, userAgent: string): string {
  const described = describeBrowser(userAgent)
  return described ? t('sessions.browserOn', described) : t('sessions.unknownBrowser')
}

const icons: Readonly<Record<string, typeof IconDeviceDesktop>> = {
  Android: IconDeviceMobile,
  iOS: IconDeviceMobile,
  iPadOS: IconDeviceTablet,
}

function DeviceIcon({ userAgent }: Pick<PortalSession, 'userAgent'>) {
  const Icon = icons[describeBrowser(userAgent)?.system ?? ''] ?? IconDeviceDesktop
  return <Icon size={20} stroke={1.5} aria-hidden />
}
