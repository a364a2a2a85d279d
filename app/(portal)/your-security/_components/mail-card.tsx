import { Card } from '#app/(portal)/_details/card.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { Link } from '#components/ui/link.tsx'
import styles from './cards.module.css'

/** What the user is told by mail, whatever they chose. */
export async function MailCard({ email }: Readonly<{ email: string }>) {
  const t = await portalTranslator('security')
  return (
    <Card title={t('mail.title', { email })}>
      <p className={styles.hint}>
        {t('mail.why')} <Link href="/your-profile#notices">{t('mail.choose')}</Link>
      </p>
    </Card>
  )
}
