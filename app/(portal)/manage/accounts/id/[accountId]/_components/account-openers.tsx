import type { ReactNode } from 'react'
import { Card } from '#app/(portal)/_details/card.tsx'
import { Facts } from '#app/(portal)/_details/facts.tsx'
import { portalTranslator } from '#app/(portal)/_preferences/preferences.ts'
import { keyHref } from '#app/(portal)/_urls/users-and-access-url.ts'
import { Link } from '#components/ui/link.tsx'
import type { Opener } from '#lib/domain/keys/usage/read-account-usage.ts'

/** Who opened the account how often: each key, and all users of the portal together. */
export async function AccountOpeners({ openers }: Readonly<{ openers: readonly Opener[] }>) {
  const t = await portalTranslator('keyUsage')
  const facts = openers.map(({ keyId, name, count }): [string, ReactNode] => [
    keyId === null ? t('portal') : name,
    keyId === null ? (
      t('times', { count })
    ) : (
      <Link key={keyId} href={keyHref(keyId)}>
        {t('times', { count })}
      </Link>
    ),
  ])
  return (
    <Card title={t('openers')}>
      {facts.length === 0 ? <p className="lk-fine">{t('noOpeners')}</p> : <Facts facts={facts} />}
    </Card>
  )
}
