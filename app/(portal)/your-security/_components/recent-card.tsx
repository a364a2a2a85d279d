import Link from 'next/link'
import type { PortalUser } from '#lib/actor.ts'
import type { AuditEvent } from '#lib/audit/event.ts'
import { isManager } from '#lib/permissions.ts'
import { Card } from '../../_details/card.tsx'
import { Item, Items } from '../../_details/items.tsx'
import { Moment } from '../../_preferences/moment.tsx'
import { portalTranslator } from '../../_preferences/preferences.ts'
import { activityHref } from '../../activity/activity-url.ts'

type Props = Readonly<{ actor: PortalUser; events: readonly AuditEvent[] }>

/** The newest sign-ins of the user, and changes of what they sign in with. */
export async function RecentCard({ actor, events }: Props) {
  const [t, activity] = await Promise.all([portalTranslator('security'), portalTranslator('activity')])
  const all = isManager(actor.role) && (
    <Link href={activityHref({ person: actor.userId, kind: 'portal_session' })}>{t('recent.all')}</Link>
  )
  return (
    <Card title={t('recent.title')} action={all}>
      <Items>
        {events.map(({ id, kind, at, address }) => (
          <Item
            key={id}
            title={activity(`kinds.${kind}`)}
            facts={[<Moment key="at" at={at} mode="dateTime" />, <code key="address">{address}</code>]}
          />
        ))}
      </Items>
    </Card>
  )
}
