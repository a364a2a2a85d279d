import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { CopyButton } from '#components/ui/copy-button.tsx'
import styles from './keys-table.module.css'

const shownAtStart = 9
const shownAtEnd = 4

/** A key ID whose middle is shown as "…" but is read, found and copied. */
export async function KeyId({ id }: Readonly<{ id: string }>) {
  const t = await portalTranslator('usersAndAccess')
  return (
    <>
      <code className={styles.id} title={id}>
        {id.slice(0, shownAtStart)}
        <span>{id.slice(shownAtStart, -shownAtEnd)}</span>
        {id.slice(-shownAtEnd)}
      </code>
      <span className={styles.copy}>
        <CopyButton value={id} what={t('secret.keyId')} iconOnly />
      </span>
    </>
  )
}
