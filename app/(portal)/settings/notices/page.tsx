import { ClientMessages } from '#app/(portal)/_preferences/client-messages.tsx'
import { pageTitle, portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { requireManagerPage } from '#app/(portal)/_session/user.ts'
import { changeNamesHref } from '#app/(portal)/_urls/your-account-url.ts'
import { SettingCard } from '#app/(portal)/settings/_components/setting-card.tsx'
import { PortalLink } from '#components/ui/link-button.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import { getServices } from '#lib/foundation/services.ts'
import { readMailSetup } from '#lib/server/mail-delivery/send-test-mail.ts'
import { TestMailForm } from './_components/test-mail-form.tsx'

export const generateMetadata = pageTitle('settings', (t) => t('notices'))

/** Where mail comes from, and a test message; without mail settings, how to set it up. */
export default async function NoticesPage() {
  const [actor, services] = await Promise.all([requireManagerPage(), getServices()])
  const [settings, t, setup] = await Promise.all([
    portalTranslator('settings'),
    portalTranslator('organization'),
    readMailSetup(services, actor),
  ])
  return (
    <ClientMessages namespaces={['organization']}>
      <SectionHeader title={settings('notices')}>{settings('noticesWhy')}</SectionHeader>
      <SettingCard
        id="mail"
        title={t('mail.title')}
        why={setup ? t('mail.from', { from: setup.from }) : t('mail.none')}
      >
        {setup && setup.to === null && (
          <p>
            {t('mail.noAddress')} <PortalLink href={changeNamesHref}>{t('mail.addAddress')}</PortalLink>
          </p>
        )}
        {setup?.to && (
          <>
            <p>{t('mail.to', { to: setup.to })}</p>
            <TestMailForm />
          </>
        )}
      </SettingCard>
    </ClientMessages>
  )
}
