import { IconFingerprint, IconPlus } from '@tabler/icons-react'
import { Card } from '#app/(portal)/_details/card.tsx'
import { Item, Items } from '#app/(portal)/_details/items.tsx'
import { RowMenu } from '#app/(portal)/_lists/row-menu.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { currentOrganization } from '#app/(portal)/_preferences/site.ts'
import { securityHref } from '#app/(portal)/_urls/your-account-url.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { MenuLink } from '#components/ui/menu.tsx'
import { siteName } from '#lib/domain/organization/organization/organization.ts'
import type { OwnFactors } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { maxPasskeys, type Passkey } from '#lib/domain/sign-in/passkeys/passkey.ts'
import styles from './cards.module.css'

export async function PasskeysCard({ factors: { passkeys, policy } }: Readonly<{ factors: OwnFactors }>) {
  const t = await portalTranslator('security')
  const organization = siteName(await currentOrganization())
  const mayAdd = policy !== 'off' && passkeys.length < maxPasskeys
  const add = (
    <LinkButton href={securityHref('add-passkey')} inPlace size="small" variant="primary">
      <IconPlus size={14} stroke={1.75} aria-hidden="true" />
      {t('passkeys.add')}
    </LinkButton>
  )
  return (
    <Card title={t('passkeys.title')} action={mayAdd && add}>
      {policy === 'off' && <p className={styles.hint}>{t('passkeys.off', { organization })}</p>}
      {policy !== 'off' && passkeys.length === 0 && <p className={styles.hint}>{t('passkeys.none')}</p>}
      {passkeys.length > 0 && (
        <Items>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </Items>
      )}
    </Card>
  )
}

async function PasskeyRow({ passkey }: Readonly<{ passkey: Passkey }>) {
  const t = await portalTranslator('security')
  const { id, name, isDeviceBound, createdAt, lastUsedAt } = passkey
  const facts = t.rich('passkeys.facts', {
    kind: isDeviceBound ? 'bound' : 'synced',
    use: lastUsedAt === null ? 'none' : 'used',
    added: () => <Moment at={createdAt} mode="date" />,
    lastUsed: () => <Moment at={lastUsedAt ?? createdAt} />,
  })
  const menu = (
    <RowMenu label={t('passkeys.actionsFor', { name })}>
      <MenuLink href={securityHref('rename-passkey', id)} inPlace>
        {t('passkeys.rename')}
      </MenuLink>
      <MenuLink href={securityHref('remove-passkey', id)} inPlace danger>
        {t('passkeys.remove')}
      </MenuLink>
    </RowMenu>
  )
  return (
    <Item
      icon={<IconFingerprint size={20} stroke={1.5} aria-hidden="true" />}
      title={name}
      facts={[facts]}
      aside={menu}
    />
  )
}
