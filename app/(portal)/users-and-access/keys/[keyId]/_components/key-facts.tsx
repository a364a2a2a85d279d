import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { Card } from '#app/(portal)/_details/card.tsx'
import { type Fact, Facts } from '#app/(portal)/_details/facts.tsx'
import { Created } from '#app/(portal)/_details/two-lines.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import { keyTexts } from '#lib/domain/keys/api-keys/key-filter.ts'
import styles from './key-page.module.css'

type Props = Readonly<{
  apiKey: ApiKey
  /** Of its owner, and of the user who generated it. */
  names: Readonly<{ owner: string; creator: string | undefined }>
}>

export async function KeyFacts({ apiKey, names }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { owner, createdAt, expiresAt } = apiKey
  const ownerLine = (
    <span className={styles.owner}>
      <UserAvatar user={owner} size="small" />
      <span>{names.owner}</span>
      <span className={styles.faint}>{t(`roles.${owner.role}`)}</span>
    </span>
  )
  return (
    <Card title={t('keyPage.facts')}>
      <Facts
        facts={[
          [t('keys.columns.owner'), ownerLine],
          [t('keyPage.generated'), <Created key="generated" createdAt={createdAt} createdByName={names.creator} />],
          [
            t('keys.columns.expires'),
            expiresAt === null ? t('keys.noExpiry') : <Moment key="expires" at={expiresAt} mode="dateTime" />,
          ],
          ...keyTexts
            .filter((field) => apiKey[field] !== null)
            .map(
              (field): Fact => [
                t(`keyTexts.${field}.label`),
                <span key={field} className={styles.text}>
                  {apiKey[field]}
                </span>,
              ],
            ),
        ]}
      />
    </Card>
  )
}
