import { portalTranslator } from '../_preferences/preferences.ts'
import styles from './launcher.module.css'

type Props = Readonly<{ url: string; username: string | undefined }>

/** Names the remote platform that opens accounts and the user there (docs/protocol.md §7). */
export async function RemotePlatformNotice({ url, username }: Props) {
  const t = await portalTranslator('launcher')
  const platform = url.replace(/^https?:\/\//, '')
  return (
    <p className={`lk-fine ${styles.platform}`}>
      {username === undefined
        ? t('elsewhere.unnamed', { platform })
        : t('elsewhere.named', { platform, user: username })}{' '}
      {t('elsewhere.anyBrowser')}
    </p>
  )
}
