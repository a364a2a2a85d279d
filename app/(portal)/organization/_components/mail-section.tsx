import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { PortalLink } from '#components/ui/link-button.tsx'
import { SectionHeader } from '#components/ui/page-header.tsx'
import type { MailSetup } from '#lib/server/mail-delivery/send-test-mail.ts'
import styles from './organization.module.css'
import { TestMailForm } from './test-mail-form.tsx'

/** Where mail comes from, and a test message; without mail settings, how to set it up. */
export async function MailSection({ setup }: Readonly<{ setup: MailSetup | undefined }>) {
  const t = await portalTranslator('organization')
  return (
    <section aria-labelledby="mail">
      <SectionHeader title={t('mail.title')} id="mail" />
      <div className={`lk-card ${styles.rows}`} data-padded>
        {!setup && <p>{t('mail.none')}</p>}
        {setup && (
          <p>
            {t('mail.from', { from: setup.from })} {setup.to === null ? <AddAddress /> : t('mail.to', { to: setup.to })}
          </p>
        )}
        {setup?.to && <TestMailForm />}
      </div>
    </section>
  )
}

async function AddAddress() {
  const t = await portalTranslator('organization')
  return (
    <>
      {t('mail.noAddress')} <PortalLink href="/your-profile?change=sign-in">{t('mail.addAddress')}</PortalLink>
    </>
  )
}
