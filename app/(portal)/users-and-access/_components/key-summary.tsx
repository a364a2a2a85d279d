import { useRef } from 'react'
import { useLocale, useTranslations } from '#components/messages.tsx'
import { NounIcon } from '#components/ui/noun-icon.tsx'
import { keyPurposes } from '#lib/domain/keys/api-keys/key-purpose.ts'
import { type KeyScope, scopeWords, toKeyScopes } from '#lib/domain/keys/api-keys/scopes.ts'
import { countOpened } from './count-opened.ts'
import { countWords, fieldText, useFormReading } from './form-reading.ts'
import type { Expiry } from './key-expiry-field.tsx'
import type { OwnerChoices } from './key-owner-field.tsx'
import styles from './key-summary.module.css'

type Props = Pick<OwnerChoices, 'owners' | 'addsManagers'> & Readonly<{ expiries: readonly Expiry[] }>

/** One sentence: what a key with these fields can do. It follows the form around it, so it needs scripts. */
export function KeySummary(props: Props) {
  const ref = useRef<HTMLParagraphElement>(null)
  const choice = useFormReading(ref, readChoice)
  return (
    <p ref={ref} className={styles.summary} role="status">
      <NounIcon noun="key" size={16} />
      <span>{choice && <Sentence {...props} choice={choice} />}</span>
    </p>
  )
}

function Sentence({
  owners,
  addsManagers,
  expiries,
  choice,
}: Props & Readonly<{ choice: ReturnType<typeof readChoice> }>) {
  const t = useTranslations('usersAndAccess.newKey')
  const locale = useLocale()
  const { purpose, ownerId, scopes, days, accounts, networks } = choice
  const newOwner = purpose === 'open' || addsManagers ? choice.newOwner : undefined
  if (purpose === 'scim') return t('summaryScim')
  const owner = owners.find(({ id }) => id === ownerId)
  const name = newOwner?.name ?? owner?.name ?? ''
  const date = expiries.find((each) => String(each.days) === days)?.date
  const opens = newOwner
    ? { count: newOwner.accounts, all: newOwner.groups > 0 ? 'groups' : 'false', more: '' }
    : countOpened(owner?.opens ?? 0)
  const does = toPhrases(scopes).map((scope) =>
    scope === 'sso' ? t('summaryOpens', { accounts, ...opens }) : t(`summaryScopes.${scope}`),
  )
  if (does.length === 0) return t('summaryNothing')
  const ends = { ends: date ? 'date' : 'never', date: date ?? '' } as const
  return (
    <>
      {newOwner && newOwner.name !== '' && `${t('summaryAdds', { name })} `}
      {t('summary', { does: beginSentence(does, locale), owner: name, named: String(name !== ''), networks, ...ends })}{' '}
      {purpose === 'manage' ? t('summaryManage') : !newOwner && t('summaryLater')}
    </>
  )
}

/** Leaves out reading where the key may change the same, because that sentence says both. */
function toPhrases(scopes: readonly KeyScope[]): readonly Exclude<KeyScope, 'scim'>[] {
  const isSaid = (scope: KeyScope) => scopes.some((other) => other === scope.replace(/:read$/, ':write'))
  return scopes.filter((scope) => scope !== 'scim').filter((scope) => !scope.endsWith(':read') || !isSaid(scope))
}

/** "Opens one account and checks any token". */
function beginSentence(phrases: readonly string[], locale: string): string {
  const list = new Intl.ListFormat(locale).format(phrases)
  return list.charAt(0).toLocaleUpperCase(locale) + list.slice(1)
}

function readChoice(form: FormData) {
  const purpose = keyPurposes.find((known) => known === form.get('purpose')) ?? 'open'
  const isToOpen = purpose === 'open'
  const chosen = isToOpen ? ['sso', form.has('introspect') ? 'introspect' : ''] : form.getAll('scopes').map(fieldText)
  return {
    purpose,
    ownerId: fieldText(form.get(isToOpen ? 'ownerId' : 'managerId')),
    newOwner: form.has('newOwner')
      ? {
          name: fieldText(form.get('newOwnerName')).trim(),
          accounts: countWords(form.get('newOwnerAccounts')),
          groups: form.getAll('newOwnerGroups').length,
        }
      : undefined,
    scopes: toKeyScopes(chosen.flatMap(scopeWords)),
    days: fieldText(form.get('expiresInDays')),
    accounts: isToOpen ? countWords(form.get('accountIds')) : 0,
    networks: countWords(form.get('networks')),
  }
}
