'use client'

import { useEffect, useRef, useState } from 'react'
import { splitWords } from '#app/(portal)/_chips/split-words.ts'
import { useLocale, useTranslations } from '#components/messages.tsx'
import { Link } from '#components/ui/link.tsx'
import { NounIcon } from '#components/ui/noun-icon.tsx'
import type { KeyScope } from '#lib/domain/keys/api-keys/scopes.ts'
import styles from './key-summary.module.css'

export type KeyOwnerChoice = Readonly<{
  id: string
  name: string
  label: string
  /** Which accounts the owner can open now. */
  opens: 'all' | 'some' | 'none'
  /** The page that gives them more. */
  accountsHref: string
}>

type Props = Readonly<{
  owners: readonly KeyOwnerChoice[]
  expiries: readonly Readonly<{ days: number; date: string }>[]
}>

type Choice = Readonly<{
  ownerId: string
  scopes: readonly KeyScope[]
  days: string
  accounts: number
  networks: number
}>

/** One sentence: what a key with these fields can do. It follows the form around it, so it needs scripts. */
export function KeySummary({ owners, expiries }: Props) {
  const t = useTranslations('usersAndAccess.newKey')
  const locale = useLocale()
  const ref = useRef<HTMLParagraphElement>(null)
  const [choice, setChoice] = useState<Choice>()
  useEffect(() => {
    const form = ref.current?.closest('form')
    if (!form) return
    const update = () => setChoice(readChoice(new FormData(form)))
    update()
    form.addEventListener('input', update)
    return () => form.removeEventListener('input', update)
  }, [])
  const owner = owners.find(({ id }) => id === choice?.ownerId)
  const date = expiries.find(({ days }) => String(days) === choice?.days)?.date
  const { scopes = [], accounts = 0, networks = 0 } = choice ?? {}
  const does = scopes.map((scope) =>
    t(`summaryScopes.${scope}`, { accounts, owner: owner?.name ?? '', opens: owner?.opens ?? '' }),
  )
  return (
    <p ref={ref} className={styles.summary} role="status">
      <NounIcon noun="key" size={16} />
      <span>
        {scopes.length > 0 &&
          t('summary', {
            does: beginSentence(does, locale),
            networks,
            ends: date ? 'date' : 'never',
            date: date ?? '',
          })}{' '}
        {owner?.opens === 'none' && scopes.includes('sso') && (
          <>
            {t('ownerOpensNone', { owner: owner.name })} <Link href={owner.accountsHref}>
              {t('selectAccounts')}
            </Link>{' '}
          </>
        )}
        {t('scopesHint')}
      </span>
    </p>
  )
}

/** "Opens one account and checks any token". */
function beginSentence(phrases: readonly string[], locale: string): string {
  const list = new Intl.ListFormat(locale).format(phrases)
  return list.charAt(0).toLocaleUpperCase(locale) + list.slice(1)
}

function readChoice(form: FormData): Choice {
  return {
    ownerId: textOf(form.get('ownerId')),
    // The form offers no others.
    scopes: form.getAll('scopes').map(textOf) as KeyScope[],
    days: textOf(form.get('expiresInDays')),
    accounts: countWords(form.get('accountIds')),
    networks: countWords(form.get('networks')),
  }
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}

/** Each entry once, as the server counts them. */
function countWords(value: FormDataEntryValue | null): number {
  return new Set(splitWords(textOf(value))).size
}
