import type { LauncherAccount } from '#lib/accounts/account.ts'
import { Monogram } from '../../../components/ui/monogram.tsx'
import { Moment } from '../_preferences/moment.tsx'
import { portalTranslator } from '../_preferences/preferences.ts'
import { accountInitials } from './account-initials.ts'
import styles from './account-row.module.css'
import { Highlighted } from './highlighted.tsx'
import { PinForm } from './pin-form.tsx'

type Props = Readonly<{ account: LauncherAccount; words: readonly string[] }>

/** One account. The whole row is a plain link, so that Ctrl-click, middle-click and the context menu work. */
export async function AccountRow({ account, words }: Props) {
  const t = await portalTranslator('launcher')
  const { id, name, openedAt, pinned } = account
  return (
    <li className={styles.row} data-row={id}>
      <Monogram name={name} letters={accountInitials(name)} />
      <span className={styles.name}>
        <Highlighted text={name} words={words} />
      </span>
      <span className={styles.id}>
        <Highlighted text={id} words={words} />
      </span>
      <span className={styles.locale}>{account.locale}</span>
      <span className={styles.opened}>
        {openedAt !== null && (
          <>
            <span className="lk-unseen">{t('lastOpened')} </span>
            <Moment at={openedAt} />
          </>
        )}
      </span>
      <PinForm accountId={id} pinned={pinned} label={t(pinned ? 'unpin' : 'pin', { name })} />
      {/* Never prefetched: each request to this URL issues a one-use link. */}
      <a
        className={`lk-button ${styles.open}`}
        data-variant="secondary"
        data-size="small"
        href={`/launch/${id}`}
        rel="nofollow"
        aria-label={t('openNamed', { name })}
        data-open
      >
        <span className={styles.openLong}>{t('open')}</span>
        <span className={styles.openShort}>{t('openShort')}</span>
      </a>
    </li>
  )
}
