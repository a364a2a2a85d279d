import { UserAvatar } from '#app/(portal)/_accounts/user-avatar.tsx'
import { Card } from '#app/(portal)/_details/card.tsx'
import { Facts } from '#app/(portal)/_details/facts.tsx'
import { Created } from '#app/(portal)/_details/two-lines.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import type { ApiKey } from '#lib/api-keys/api-key.ts'
import styles from './key-page.module.css'

type Props = Readonly<{
  apiKey: ApiKey
  /** Of its owner, and of the user who generated it. */
  names: Readonly<{ owner: string; creator: string | undefined }>
}>

export async function KeyFacts({ apiKey, names }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { owner, createdAt, expiresAt, note } = apiKey
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
          ...(note === null
            ? []
            : [
                [
                  t('editKey.note'),
                  <span key="note" className={styles.note}>
                    {note}
                  </span>,
                ] as const,
              ]),
        ]}
      />
    </Card>
  )
}
