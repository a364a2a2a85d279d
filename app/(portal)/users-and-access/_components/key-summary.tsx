'use client'

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from '../../../../components/messages.tsx'
import { NounIcon } from '../../../../components/ui/noun-icon.tsx'
import { splitWords } from '../split-words.ts'
import styles from './key-summary.module.css'

type Props = Readonly<{
  owners: readonly Readonly<{ id: string; name: string }>[]
  expiries: readonly Readonly<{ days: number; date: string }>[]
}>

type Choice = Readonly<{ ownerId: string; scopes: readonly string[]; days: string; accounts: number; networks: number }>

/** One sentence: what a key with these fields can do. It follows the form around it, so it needs scripts. */
export function KeySummary({ owners, expiries }: Props) {
  const t = useTranslations('usersAndAccess.newKey')
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
  const owner = owners.find(({ id }) => id === choice?.ownerId)?.name ?? ''
  const date = expiries.find(({ days }) => String(days) === choice?.days)?.date
  const { scopes = [], accounts = 0, networks = 0 } = choice ?? {}
  const does = scopes.length === 1 ? (scopes[0] ?? '') : 'both'
  return (
    <p ref={ref} className={styles.summary} role="status">
      <NounIcon noun="key" size={16} />
      <span>
        {scopes.length > 0 &&
          t('summary', { does, accounts, owner, networks, ends: date ? 'date' : 'never', date: date ?? '' })}{' '}
        {t('scopesHint')}
      </span>
    </p>
  )
}

function readChoice(form: FormData): Choice {
  return {
    ownerId: textOf(form.get('ownerId')),
    scopes: form.getAll('scopes').map(textOf),
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
