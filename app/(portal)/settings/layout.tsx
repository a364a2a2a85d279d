import { IconBuilding, IconLogin2, IconMail, IconUsersGroup, IconWebhook } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { provisioningPath } from '#app/(portal)/_urls/provisioning-url.ts'
import { noticesPath, settingsPath, signInSettingsPath } from '#app/(portal)/_urls/settings-url.ts'
import { webhooksPath } from '#app/(portal)/_urls/webhooks-url.ts'
import { PageHeader } from '#components/ui/page-header.tsx'
import { countStoppedWebhooks } from '#lib/domain/events/webhooks/manage-webhooks.ts'
import { getServices } from '#lib/foundation/services.ts'
import { SettingsNavigation } from './_components/settings-navigation.tsx'
import styles from './settings.module.css'

const icons = {
  organization: [settingsPath, IconBuilding],
  signIn: [signInSettingsPath, IconLogin2],
  provisioning: [provisioningPath, IconUsersGroup],
  webhooks: [webhooksPath, IconWebhook],
  notices: [noticesPath, IconMail],
} as const

/** All settings, with their own navigation. Each page authorizes itself as well. */
export default async function SettingsLayout({ children }: Readonly<{ children: ReactNode }>) {
  const [actor, services, t] = await Promise.all([requireManagerPage(), getServices(), portalTranslator('settings')])
  const paused = await countStoppedWebhooks(services, actor)
  const entries = Object.entries(icons).map(([name, [href, Icon]]) => ({
    href,
    label: t(name as keyof typeof icons),
    icon: <Icon size={16} stroke={1.75} aria-hidden="true" />,
    attention: name === 'webhooks' && paused > 0 ? t('paused', { count: paused }) : undefined,
  }))
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={styles.sided}>
        <SettingsNavigation label={t('title')} entries={entries} />
        <div className={styles.content}>{children}</div>
      </div>
    </>
  )
}
