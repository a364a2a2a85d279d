import { Card } from '#app/(portal)/_details/card.tsx'
import { Facts } from '#app/(portal)/_details/facts.tsx'
import { CardFoot } from '#app/(portal)/_details/items.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { UndecidedNames } from '#lib/domain/people/user-lifecycle/decide-names.ts'
import { sheetActions } from './sheet-actions.ts'
import { userPageHref } from './user-url.ts'

/** The names that the user chose, and that count once a manager approves them. */
export async function NamesCard({ userId, names }: Readonly<{ userId: string; names: UndecidedNames }>) {
  const t = await portalTranslator('userPage')
  const { username, email, requestedAt } = names
  return (
    <Card
      title={t('names.title')}
      action={
        <>
          <LinkButton href={userPageHref(userId, 'reject-names')} size="small" variant="quiet" inPlace>
            {t(sheetActions['reject-names'].label)}
          </LinkButton>
          <LinkButton href={userPageHref(userId, 'approve-names')} size="small" inPlace>
            {t(sheetActions['approve-names'].label)}
          </LinkButton>
        </>
      }
    >
      <Facts
        facts={[
          ...(username === undefined ? [] : [[t('names.username'), username] as const]),
          ...(email === undefined ? [] : [[t('names.email'), email] as const]),
          ...(requestedAt === undefined
            ? []
            : [[t('names.requested'), <Moment key="requested" at={requestedAt} mode="dateTime" />] as const]),
        ]}
      />
      <CardFoot>{t('names.why')}</CardFoot>
    </Card>
  )
}
