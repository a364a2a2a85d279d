import { IconLifebuoy, IconPassword, IconQrcode } from '@tabler/icons-react'
import { Card } from '#app/(portal)/_details/card.tsx'
import { Item, Items } from '#app/(portal)/_details/items.tsx'
import { RowMenu } from '#app/(portal)/_lists/row-menu.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { securityHref } from '#app/(portal)/_urls/your-account-url.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { MenuLink } from '#components/ui/menu.tsx'
import type { OwnFactors } from '#lib/domain/people/user-lifecycle/own-factors.ts'
import { recoveryCodeCount } from '#lib/domain/sign-in/recovery-codes/recovery-code.ts'
import { hasFactor } from '#lib/domain/sign-in/second-factor/factors.ts'
import styles from './cards.module.css'

type Props = Readonly<{ factors: OwnFactors; passwordSetAt: number | null }>

/** The password, and the codes that follow it. */
export async function CodesCard({ factors, passwordSetAt }: Props) {
  const t = await portalTranslator('security')
  return (
    <Card title={t('codesTitle')}>
      <Items>
        {passwordSetAt !== null && (
          <Item
            icon={<IconPassword size={20} stroke={1.5} aria-hidden="true" />}
            title={t('password.title')}
            facts={[
              t.rich(factors.passkeys.length > 0 ? 'passwordRow.factsWithPasskey' : 'passwordRow.facts', {
                time: () => <Moment at={passwordSetAt} />,
              }),
            ]}
            aside={
              <LinkButton href={securityHref('password')} inPlace size="small">
                {t('passwordRow.change')}
              </LinkButton>
            }
          />
        )}
        <AppRow factors={factors} />
        <RecoveryCodesRow factors={factors} />
      </Items>
    </Card>
  )
}

type FactorsProps = Pick<Props, 'factors'>

async function AppRow({ factors: { app, policy } }: FactorsProps) {
  const t = await portalTranslator('security')
  const facts = app
    ? t.rich('app.facts', {
        use: app.lastUsedAt === null ? 'none' : 'used',
        added: () => <Moment at={app.createdAt} mode="date" />,
        lastUsed: () => <Moment at={app.lastUsedAt ?? app.createdAt} />,
      })
    : t('app.none')
  return (
    <Item
      icon={<IconQrcode size={20} stroke={1.5} aria-hidden="true" />}
      title={t('app.title')}
      facts={[facts]}
      aside={
        <>
          {policy !== 'off' && (
            <LinkButton href={securityHref('app')} inPlace size="small">
              {t(app ? 'app.replace' : 'app.setUp')}
            </LinkButton>
          )}
          {app && (
            <RowMenu label={t('passkeys.actionsFor', { name: t('app.title') })}>
              <MenuLink href={securityHref('remove-app')} inPlace danger>
                {t('app.remove')}
              </MenuLink>
            </RowMenu>
          )}
        </>
      }
    />
  )
}

async function RecoveryCodesRow({ factors }: FactorsProps) {
  const t = await portalTranslator('security')
  const { left, lastUsedAt } = factors.codes
  const all = recoveryCodeCount
  const icon = <IconLifebuoy size={20} stroke={1.5} aria-hidden="true" />
  if (!hasFactor(factors)) return <Item icon={icon} title={t('codes.title')} facts={[t('codes.none', { all })]} />
  return (
    <Item
      icon={icon}
      title={
        <>
          {t('codes.title')} <span className={styles.left}>{t('codes.left', { left, all })}</span>
        </>
      }
      facts={[
        lastUsedAt === null
          ? t('codes.facts')
          : t.rich('codes.factsUsed', { lastUsed: () => <Moment at={lastUsedAt} /> }),
      ]}
      aside={
        <LinkButton href={securityHref('codes')} inPlace size="small">
          {t('codes.get')}
        </LinkButton>
      }
    />
  )
}
