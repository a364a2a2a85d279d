import type { OpenAccount } from '#lib/account-sessions/own-open-sessions.ts'
import { accountColorNumber } from '#lib/accounts/account-color.ts'
import { minuteMs } from '#lib/clock.ts'
import { toLanguageTag } from '#lib/i18n/languages.ts'
import { ActionForm } from '../../../components/connection/action-form.tsx'
import { AccountMonogram } from '../_accounts/account-monogram.tsx'
import { portalFormatter, portalTranslator, readPreferences } from '../_preferences/preferences.ts'
import listStyles from './account-list.module.css'
import { Heading } from './account-list.tsx'
import row from './account-row.module.css'
import { endOpenAccount } from './actions.ts'
import styles from './open-accounts.module.css'
import { OpenAccountsWatch } from './open-accounts-watch.tsx'
import { TimeLeft } from './time-left.tsx'

type Props = Readonly<{
  /** Undefined in a search, which doesn't show them. */
  accounts: readonly OpenAccount[] | undefined
}>

/** The accounts open in this browser. Without any, only the watch remains, so that a new one appears. */
export async function OpenAccounts({ accounts }: Props) {
  const t = await portalTranslator('launcher')
  return (
    <>
      <OpenAccountsWatch ids={accounts?.map(({ id }) => id)} />
      {accounts && accounts.length > 0 && (
        <section className={listStyles.section} aria-labelledby="open">
          <Heading id="open" title={t('openNow')} count={accounts.length} />
          <ul className={row.tiles}>
            {accounts.map((account) => (
              <OpenAccountCard key={account.sessionId} account={account} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The bar of the account's page, small, with the time left and the ways to continue or end. */
async function OpenAccountCard({ account }: Readonly<{ account: OpenAccount }>) {
  const [t, format, { locale }] = await Promise.all([
    portalTranslator('launcher'),
    portalFormatter(),
    readPreferences(),
  ])
  const { sessionId, id, name, deepPath, leftMs } = account
  const minutes = Math.ceil(leftMs / minuteMs)
  const time = format.number(minutes, { style: 'unit', unit: 'minute', unitDisplay: 'short' })
  return (
    <li className={styles.card} data-row={`open ${id}`}>
      <div className={styles.bar} data-account-color={accountColorNumber(id)}>
        <AccountMonogram account={account} size="inverted" />
        <p>
          <strong>{name}</strong>
          <code>{id}</code>
        </p>
      </div>
      <div className={styles.foot}>
        <TimeLeft
          leftMs={leftMs}
          locale={toLanguageTag(locale)}
          text={t('left', { time })}
          pattern={t('left', { time: '{time}' })}
        />
        <ActionForm action={endOpenAccount}>
          <input type="hidden" name="sessionId" value={sessionId} />
          <button
            type="submit"
            className="lk-button"
            data-variant="quiet"
            data-size="small"
            aria-label={t('endNamed', { name })}
          >
            {t('end')}
          </button>
        </ActionForm>
        <a
          className="lk-button"
          data-variant="secondary"
          data-size="small"
          href={deepPath}
          aria-label={t('switchNamed', { name })}
          data-open
        >
          {t('switch')}
        </a>
      </div>
    </li>
  )
}
