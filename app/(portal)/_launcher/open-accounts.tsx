import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AccountMonogram } from '#app/(portal)/_accounts/account-monogram.tsx'
import { portalFormatter, portalTranslator, readPreferences } from '#app/(portal)/_preferences/preferences.ts'
import { ActionForm } from '#components/connection/action-form.tsx'
import { Menu, MenuButton, MenuSection } from '#components/ui/menu.tsx'
import type { OpenAccount } from '#lib/domain/accounts/account-sessions/own-open-sessions.ts'
import { accountColorNumber } from '#lib/domain/accounts/accounts/account-color.ts'
import { launchPath } from '#lib/domain/links/launch/launch-path.ts'
import { toLanguageTag } from '#lib/foundation/i18n/languages.ts'
import { minuteMs } from '#lib/kernel/clock.ts'
import { Heading } from './account-list.tsx'
import { endOpenAccount, endOpenAccounts } from './actions.ts'
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
          heading={
            <Heading id="open" title={t('openNow')} count={accounts.length}>
              {accounts.length > 1 && <EndAll count={accounts.length} />}
            </Heading>
          }
          tiles={accounts.map((account) => ({
            id: account.id,
            card: <OpenAccountTile key={account.id} account={account} opensTab={opensTab} />,
            ended: <Face account={account} fact={<span className={styles.fact}>{t('ended')}</span>} />,
            undoHref: launchPath(account.id, { deepPath: account.deepPath }),
            undoLabel: t('undoEnd', { name: account.name }),
          }))}
          texts={{ undo: widgets('undo'), opensTab }}
        />
      )}
    </>
  )
}

/** Asks in a menu, which needs no script. */
async function EndAll({ count }: Readonly<{ count: number }>) {
  const t = await portalTranslator('launcher')
  return (
    <div className={styles.endAll}>
      <Menu trigger={t('endAll')}>
        <MenuSection title={t('endAllWhy')}>
          <ActionForm action={endOpenAccounts}>
            <MenuButton type="submit">{t('endAllCount', { count })}</MenuButton>
          </ActionForm>
        </MenuSection>
      </Menu>
    </div>
  )
}

type FaceProps = Readonly<{
  account: OpenAccount
  /** For screen readers, in place of the name. */
  sentence?: string
  fact: ReactNode
}>

function Face({ account, sentence, fact }: FaceProps) {
  return (
    <>
      <AccountMonogram account={account} size="inverted" />
      <span className={styles.text}>
        {sentence && <span className="lk-unseen">{sentence}</span>}
        <strong aria-hidden={sentence !== undefined}>{account.name}</strong>
        {fact}
      </span>
    </>
  )
}

/** In the account's color, as the bar of its page: it leads there, and has a button that ends it. */
async function OpenAccountTile({ account, opensTab }: Readonly<{ account: OpenAccount; opensTab: boolean }>) {
  const [t, format, { locale }] = await Promise.all([
    portalTranslator('launcher'),
    portalFormatter(),
    readPreferences(),
  ])
  const { sessionId, id, name, deepPath, leftMs } = account
  const time = format.number(Math.ceil(leftMs / minuteMs), { style: 'unit', unit: 'minute', unitDisplay: 'short' })
  const pattern = t('left', { time: '{time}' })
  return (
    <li className={styles.tile} data-row={`open ${id}`} data-account-color={accountColorNumber(id)}>
      <SwitchLink className={styles.switch} accountId={id} href={deepPath} opensTab={opensTab} title={id}>
        <Face
          account={account}
          sentence={t('switchNamed', { name })}
          fact={<TimeLeft leftMs={leftMs} locale={toLanguageTag(locale)} time={time} pattern={pattern} />}
        />
      </SwitchLink>
      <ActionForm action={endOpenAccount}>
        <input type="hidden" name="sessionId" value={sessionId} />
        <button type="submit" className={styles.end} aria-label={t('endNamed', { name })}>
          <IconX size={14} stroke={2} aria-hidden="true" />
        </button>
      </ActionForm>
    </li>
  )
}
