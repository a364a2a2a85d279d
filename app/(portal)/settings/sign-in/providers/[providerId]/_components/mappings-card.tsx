import { Card } from '#app/(portal)/_details/card.tsx'
import { CardFoot, Item, Items } from '#app/(portal)/_details/items.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { providerHref } from '#app/(portal)/_urls/settings-url.ts'
import { providerActions } from '#app/(portal)/settings/sign-in/provider-actions.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { ListedMapping } from '#lib/domain/people/group-mappings/manage-mappings.ts'
import type { SignInProvider } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'

type Props = Readonly<{ provider: SignInProvider; mappings: readonly ListedMapping[] }>

/** What the provider's groups give. */
export async function MappingsCard({ provider: { id, groupsClaim }, mappings }: Props) {
  const t = await portalTranslator('companySignIn')
  const add = (
    <LinkButton href={providerHref(id, 'map')} size="small" inPlace>
      {t(providerActions.map.label)}
    </LinkButton>
  )
  return (
    <Card title={t('mappings.title')} action={add}>
      <Items none={mappings.length === 0 && t('mappings.none')}>
        {mappings.map((mapping) => (
          <Item
            key={mapping.id}
            title={<code>{mapping.groupName}</code>}
            facts={[
              mapping.role === null
                ? t('mappings.accountGroup', { name: mapping.accountGroupName ?? '' })
                : t(`mappings.roles.${mapping.role}`),
            ]}
            aside={
              <LinkButton href={providerHref(id, 'unmap', mapping.id)} size="small" variant="quiet" inPlace>
                {t(providerActions.unmap.label)}
              </LinkButton>
            }
          />
        ))}
      </Items>
      <CardFoot>
        {t('mappings.why')} {groupsClaim === null && t('mappings.noClaim')}
      </CardFoot>
    </Card>
  )
}
