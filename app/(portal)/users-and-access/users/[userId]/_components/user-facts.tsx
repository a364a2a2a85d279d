import { Card } from '#app/(portal)/_details/card.tsx'
import { type Fact, Facts } from '#app/(portal)/_details/facts.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import type { LeaverSheet } from '#lib/domain/people/leaver-sheet/leaver-sheet.ts'
import { userTexts } from '#lib/domain/people/users/limits.ts'
import { isPortalRole } from '#lib/foundation/authorization/roles.ts'

/** When the user was added, last signed in, and lost access, and their texts. */
export async function UserFacts({ sheet: { user } }: Readonly<{ sheet: Pick<LeaverSheet, 'user'> }>) {
  const [t, users] = await Promise.all([portalTranslator('userPage'), portalTranslator('usersAndAccess')])
  const { createdAt, lastSignInAt, deactivatedAt, role } = user
  const signIn =
    lastSignInAt === null ? users('users.never') : <Moment key="sign-in" at={lastSignInAt} mode="dateTime" />
  return (
    <Card title={t('facts.title')}>
      <Facts
        facts={[
          [t('facts.added'), <Moment key="added" at={createdAt} mode="dateTime" />],
          ...(isPortalRole(role) ? [[users('users.columns.lastSignIn'), signIn] as const] : []),
          ...userTexts
            .filter((field) => user[field] !== null)
            .map((field): Fact => [users(`userTexts.${field}.label`), user[field]]),
          ...(deactivatedAt === null
            ? []
            : [[t('facts.deactivated'), <Moment key="deactivated" at={deactivatedAt} mode="dateTime" />] as const]),
        ]}
      />
    </Card>
  )
}
