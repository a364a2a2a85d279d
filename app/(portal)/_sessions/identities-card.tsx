import { Card } from '#app/(portal)/_details/card.tsx'
import { Item, Items } from '#app/(portal)/_details/items.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { ShownIdentity } from '#lib/domain/sign-in/company-sign-in/identities.ts'

type Props = Readonly<{
  identities: readonly ShownIdentity[]
  /** Where the dialog to unlink one opens. */
  unlinkHref: (identityId: string) => string
}>

/** The accounts at sign-in providers that sign a user in. */
export async function IdentitiesCard({ identities, unlinkHref }: Props) {
  const t = await portalTranslator('companySignIn')
  return (
    <Card title={t('identities.title')}>
      <Items none={identities.length === 0 && t('identities.none')}>
        {identities.map(({ id, label, email, linkedAt, lastSignInAt }) => (
          <Item
            key={id}
            title={label}
            facts={[
              email,
              t.rich('identities.linked', { when: () => <Moment at={linkedAt} mode="date" /> }),
              lastSignInAt !== null && t.rich('identities.used', { when: () => <Moment at={lastSignInAt} /> }),
            ]}
            aside={
              <LinkButton href={unlinkHref(id)} size="small" variant="quiet" inPlace>
                {t('identities.unlink')}
              </LinkButton>
            }
          />
        ))}
      </Items>
    </Card>
  )
}
