import type { ApiKey } from '#lib/api-keys/api-key.ts'
import { Chip } from '../../../../../../components/ui/chip.tsx'
import { Card, Facts } from '../../../../_details/card.tsx'
import { portalTranslator } from '../../../../_preferences/preferences.ts'
import styles from './key-page.module.css'

type Props = Readonly<{ apiKey: ApiKey }>

/** What the key may do, for which accounts, and from where. Fixed since it was generated. */
export async function KeyLimits({ apiKey: { scopes, accountIds, networks, returnAddresses } }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const permissions = scopes.map((scope) => t(`keys.allows.${scope}`))
  return (
    <Card title={t('keyPage.limits')}>
      <Facts
        facts={[
          [t('newKey.scopes'), <Chips key="scopes" words={permissions} />],
          [
            t('newKey.accounts'),
            accountIds ? <Chips key="accounts" words={accountIds} mono /> : t('keyPage.allAccounts'),
          ],
          [t('newKey.networks'), networks ? <Chips key="networks" words={networks} mono /> : t('keyPage.anyNetwork')],
          [
            t('keyPage.returnsTo'),
            returnAddresses ? <Chips key="returns" words={returnAddresses} mono /> : t('keyPage.anyReturnAddress'),
          ],
        ]}
      />
      <p className={`lk-fine ${styles.hint}`}>{t('newKey.scopesHint')}</p>
    </Card>
  )
}

function Chips({ words, mono = false }: Readonly<{ words: readonly string[]; mono?: boolean }>) {
  return (
    <ul className={styles.chips}>
      {words.map((word) => (
        <li key={word}>
          <Chip>{mono ? <code>{word}</code> : word}</Chip>
        </li>
      ))}
    </ul>
  )
}
