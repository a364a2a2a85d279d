'use client'

import { useMemo } from 'react'
import type { Lengths } from '#lib/field-lengths.ts'
import type { ActionRefusal, ActionResult } from '#lib/http/action-result.ts'
import { useMessages, useTranslations } from './messages.tsx'
import type { FormProblem } from './ui/form.tsx'

/** Messages by code, for forms with more specific ones ("Use at least 15 characters"). */
type OwnWords = Readonly<Record<string, string>>

export type FormRefusal = Readonly<{
  /** The error of the whole form, for `Form`. A new object per response. */
  problem: FormProblem | undefined
  /** The error of one field. With `lengths`, "too short" and "too long" name the limit. */
  errorOf: (field: string, own?: OwnWords, lengths?: Lengths) => string | undefined
  /** For a list field: the invalid entries, as entered. */
  entriesOf: (field: string) => readonly string[]
}>

/**
 * A Server Action's refusal in the reader's language.
 * @param outage from `useFormAction`; takes precedence, since it is newer
 */
export function useRefusal(result: ActionResult<unknown> | undefined, outage?: FormProblem): FormRefusal {
  const t = useTranslations('errors')
  const { errors } = useMessages()
  return useMemo(() => {
    const refusal = result?.ok === false ? result : undefined
    const words: OwnWords = errors.fields
    return {
      problem: outage ?? (refusal && putIntoWords(refusal, t)),
      errorOf(field, own, lengths) {
        const code = refusal?.fields?.[field]
        if (lengths && code === 'too_short') return t('atLeast', { min: lengths.min })
        if (lengths && code === 'too_long') return t('atMost', { max: lengths.max })
        // A code without a message still marks the field.
        return code && (own?.[code] ?? words[code] ?? errors.fields.malformed)
      },
      entriesOf: (field) => refusal?.entries?.[field] ?? [],
    }
  }, [result, outage, t, errors])
}

function putIntoWords(refusal: ActionRefusal, t: ReturnType<typeof useTranslations<'errors'>>) {
  const { code, retryAfterSeconds, requestId } = refusal
  const sentences = [t(`refusals.${code}.why`)]
  if (code === 'too_many_requests' && retryAfterSeconds !== undefined) {
    sentences.push(t('tryAgainIn', { minutes: Math.ceil(retryAfterSeconds / 60) }))
  }
  if (code === 'server_error') sentences.push(`${t('requestId')}: ${requestId}`)
  return {
    title: t(`refusals.${code}.title`),
    why: sentences.join(' '),
    ...(code === 'signed_out' && { signIn: true }),
  }
}
