import { Card } from '#app/(portal)/_details/card.tsx'
import { Item, Items } from '#app/(portal)/_details/items.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { activityHref } from '#app/(portal)/_urls/activity-url.ts'
import { Link } from '#components/ui/link.tsx'
import type { AuditEvent } from '#lib/foundation/audit/event.ts'
import type { PortalUser } from '#lib/foundation/authorization/actor.ts'
import { isManager } from '#lib/foundation/authorization/permissions.ts'

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
