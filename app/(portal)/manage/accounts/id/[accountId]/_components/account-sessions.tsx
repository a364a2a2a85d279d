import { Card } from '#app/(portal)/_details/card.tsx'
import { Moment } from '#app/(portal)/_preferences/moment.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { endAccountSessionAction } from '#app/(portal)/manage/accounts/actions.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import type { AccountSession } from '#lib/domain/accounts/account-sessions/account-session.ts'
import type { Account } from '#lib/domain/accounts/accounts/account.ts'
import styles from './account-page.module.css'

type Props = Readonly<{ account: Account; sessions: readonly AccountSession[] }>

/** Who has the account open now. */
export async function AccountSessions({ account, sessions }: Props) {
  const t = await portalTranslator('accounts')
  return (
    <Card title={t('page.sessions')}>
      {sessions.length === 0 && <p className={`lk-fine ${styles.none}`}>{t('page.noSessions')}</p>}
      <ul className={styles.sessions}>
        {sessions.map(({ id, userName, keyId, createdAt, lastSeenAt }) => (
          <li key={id}>
            <div>
              <strong>{userName}</strong>
              <p className="lk-fine">
                {t.rich(keyId === null ? 'page.openedHere' : 'page.openedByKey', {
                  opened: () => <Moment at={createdAt} />,
                  seen: () => <Moment at={lastSeenAt} />,
                })}
              </p>
            </div>
            <ActionForm action={endAccountSessionAction}>
              <input type="hidden" name="accountId" value={account.id} />
              <input type="hidden" name="sessionId" value={id} />
              <SubmitButton variant="secondary" size="small" aria-label={t('page.endNamed', { name: userName })}>
                {t('page.end')}
              </SubmitButton>
            </ActionForm>
          </li>
        ))}
      </ul>
    </Card>
  )
}
