import { Card } from '#app/(portal)/_details/card.tsx'
import { Facts } from '#app/(portal)/_details/facts.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { keyDialogHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { keyActions } from '#app/(portal)/users-and-access/key-actions.ts'
import { Chip } from '#components/ui/chip.tsx'
import { Link } from '#components/ui/link.tsx'
import type { ApiKey } from '#lib/domain/keys/api-keys/api-key.ts'
import type { LimitMode } from '#lib/domain/keys/api-keys/call-limit.ts'
import styles from './key-page.module.css'

type Props = Readonly<{ apiKey: ApiKey; excess: Readonly<Record<LimitMode, number>> }>

/**
 * What the key may do, for which accounts, from where, and how often.
 */
export async function KeyLimits({ apiKey, excess }: Props) {
  const { scopes, accountIds, networks, returnAddresses } = apiKey
  const [t, words] = await Promise.all([portalTranslator('usersAndAccess'), portalTranslator('keySecrets')])
  const narrow = keyActions['narrow-key']
  const permissions = [
    ...scopes.map((scope) => t(`keys.allows.${scope}`)),
    ...(apiKey.isRotatable ? [words('rotatable')] : []),
    ...(apiKey.requiresDpop ? [words('dpop')] : []),
  ]
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
          [t('callLimit.row'), <CallLimit key="calls" apiKey={apiKey} excess={excess} />],
        ]}
      />
      <p className={`lk-fine ${styles.hint}`}>
        {t('newKey.scopesHint')}{' '}
        {narrow.isOpen(apiKey) && (
          <Link href={keyDialogHref(apiKey.id, 'narrow-key')} scroll={false}>
            {t(narrow.label)}
          </Link>
        )}
      </p>
    </Card>
  )
}

async function CallLimit({ apiKey, excess }: Props) {
  const t = await portalTranslator('usersAndAccess')
  const { id, callLimit } = apiKey
  const change = keyActions['limit-key']
  const { mode, perMinute, perDay } = callLimit ?? { mode: undefined, perMinute: null, perDay: null }
  return (
    <div>
      {mode ? (
        <>
          {perMinute !== null && <div>{t('callLimit.minute', { count: perMinute })}</div>}
          {perDay !== null && <div>{t('callLimit.day', { count: perDay })}</div>}
          <div className={styles.faint}>{t(`callLimit.states.${mode}`)}</div>
          <p className="lk-fine">{t(`callLimit.excess.${mode}`, { count: excess[mode] })}</p>
        </>
      ) : (
        t('callLimit.none')
      )}
      {change.isOpen(apiKey) && (
        <div>
          <Link href={keyDialogHref(id, 'limit-key')} scroll={false}>
            {t(change.label)}
          </Link>
        </div>
      )}
    </div>
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
