import { Card } from '#app/(portal)/_details/card.tsx'
import { Item, Items } from '#app/(portal)/_details/items.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { KeyState } from '#app/(portal)/users-and-access/_components/key-state.tsx'
import { Link } from '#components/ui/link.tsx'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'

/** The keys that act as the user. */
export async function OwnedKeys({ keys }: Readonly<{ keys: readonly ApiKey[] }>) {
  const t = await portalTranslator('userPage')
  return (
    <Card title={t('keys.title')}>
      <Items none={keys.length === 0 && t('keys.none')}>
        {keys.map((apiKey) => {
          const { id, name, lastUsedAt } = apiKey
          const used =
            lastUsedAt === null
              ? t('secrets.neverUsed')
              : t.rich('secrets.lastUsed', { when: () => <Moment at={lastUsedAt} /> })
          return (
            <Item
              key={id}
              title={<Link href={keyHref(id)}>{name}</Link>}
              facts={[used]}
              aside={<KeyState apiKey={apiKey} />}
            />
          )
        })}
      </Items>
    </Card>
  )
}
