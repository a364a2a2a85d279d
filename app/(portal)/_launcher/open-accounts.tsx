import type { ReactNode } from 'react'
import { AccountMonogram } from '#app/(portal)/_accounts/account-monogram.tsx'
import { portalFormatter, portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import type { OpenAccount } from '#lib/domain/accounts/account-sessions/own-open-sessions.ts'
import { accountColorNumber } from '#lib/domain/accounts/accounts/account-color.ts'
import { launchPath } from '#lib/domain/links/launch/launch-path.ts'
import { toLanguageTag } from '#lib/foundation/i18n/languages.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { Heading } from './account-list.tsx'
import { endOpenAccount } from './actions.ts'
import styles from './open-accounts.module.css'
import { OpenAccountsWatch } from './open-accounts-watch.tsx'
import { OpenTiles } from './open-tiles.tsx'
import { SwitchLink } from './switch-link.tsx'
import { TimeLeft } from './time-left.tsx'

type Props = Readonly<{
  /** Undefined in a search, which doesn't show them. */
  accounts: readonly OpenAccount[] | undefined
}>

/** The accounts open in this browser. Without any, only the watch remains, so that a new one appears. */
export async function OpenAccounts({ accounts }: Props) {
  const [t, widgets, { openIn }] = await Promise.all([
    portalTranslator('launcher'),
    portalTranslator('widgets'),
    readPreferences(),
  ])
  const opensTab = openIn === 'new-tab'
  return (
    <>
      <OpenAccountsWatch ids={accounts?.map(({ id }) => id)} />
      {accounts && (
        <OpenTiles
          heading={<Heading id="open" title={t('openNow')} count={accounts.length} />}
          tiles={accounts.map((account) => ({
            id: account.id,
            card: <OpenAccountCard key={account.id} account={account} opensTab={opensTab} />,
            endedBar: <Bar account={account} fact={<span>{t('ended')}</span>} isEnded />,
            undoHref: launchPath(account.id, { deepPath: account.deepPath }),
            undoLabel: t('undoEnd', { name: account.name }),
          }))}
          texts={{ undo: widgets('undo'), opensTab }}
        />
      )}
    </>
  )
}

type BarProps = Readonly<{ account: OpenAccount; fact: ReactNode; isEnded?: boolean }>

function Bar({ account, fact, isEnded = false }: BarProps) {
  return (
    <div className={styles.bar} data-ended={isEnded} data-account-color={accountColorNumber(account.id)}>
      <AccountMonogram account={account} size="inverted" />
      <p>
        <strong>{account.name}</strong>
        {fact}
      </p>
    </div>
  )
}

/** The bar of the account's page, small, with the time left and the ways to continue or end. */
async function OpenAccountCard({ account, opensTab }: Readonly<{ account: OpenAccount; opensTab: boolean }>) {
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
      <Bar account={account} fact={<code>{id}</code>} />
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
        <SwitchLink
          className="lk-button"
          accountId={id}
          href={deepPath}
          opensTab={opensTab}
          aria-label={t('switchNamed', { name })}
        >
          {t('switch')}
        </SwitchLink>
      </div>
    </li>
  )
}
