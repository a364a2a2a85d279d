import { Card } from '#app/(portal)/_details/card.tsx'
import { Item, Items } from '#app/(portal)/_details/items.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { SessionList } from '#app/(portal)/_sessions/session-list.tsx'
import { accountHref } from '#app/(portal)/_urls/accounts-url.ts'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { LeaverSheet } from '#lib/domain/people/leaver-sheet/leaver-sheet.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'
import { sheetActions } from './sheet-actions.ts'
import { userPageHref } from './user-url.ts'

type Props = Readonly<{ sheet: Pick<LeaverSheet, 'user' | 'sessions' | 'accounts' | 'opened'> }>

const maxOpened = 10

/** Where the user is signed in, which accounts are open, and which were opened last. */
export async function OpenNow({ sheet: { user, sessions, accounts, opened } }: Props) {
  const t = await portalTranslator('userPage')
  const endAll = sessions.length > 0 && (
    <LinkButton href={userPageHref(user.id, 'end-sessions')} inPlace size="small">
      {t(sheetActions['end-sessions'].label)}
    </LinkButton>
  )
  return (
    <>
      {isPortalRole(user.role) && (
        <Card title={t('sessions.title')} action={endAll}>
          <SessionList sessions={sessions} none={t('sessions.none')} />
        </Card>
      )}
      <Card title={t('open.title')}>
        <Items none={accounts.length === 0 && t('open.none')}>
          {accounts.map(({ id, accountId, accountName, createdAt, keyId }) => (
            <Item
              key={id}
              title={<Link href={accountHref(accountId)}>{accountName}</Link>}
              facts={[
                t.rich(keyId === null ? 'open.fromPortal' : 'open.byKey', { when: () => <Moment at={createdAt} /> }),
              ]}
            />
          ))}
        </Items>
      </Card>
      <Card title={t('opened.title')}>
        <Items none={opened.length === 0 && t('opened.none')}>
          {opened.slice(0, maxOpened).map(({ id, name, openedAt }) => (
            <Item
              key={id}
              title={<Link href={accountHref(id)}>{name}</Link>}
              facts={[<Moment key="opened" at={openedAt} />]}
            />
          ))}
        </Items>
      </Card>
    </>
  )
}
