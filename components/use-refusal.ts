'use client'

import { useMemo } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ActionRefusal, ActionResult } from '#lib/http/action-result.ts'

type Words = Readonly<{
  /** What stands against the whole form, for `Form`. A new object for each answer. */
  problem: Readonly<{ title: string; why: string }> | undefined
  /** What is wrong with one field, for its `error`. */
  errorOf: (field: string) => string | undefined
}>

/** The refusal of a Server Action in words, in the reader's language. */
export function useRefusal(result: ActionResult<unknown> | undefined): Words {
  const t = useTranslations('errors')
  return useMemo(() => {
    const refusal = result?.ok === false ? result : undefined
    return {
      problem: refusal && {
        title: t(`refusals.${refusal.code}.title`),
        why: [t(`refusals.${refusal.code}.why`), ...addenda(refusal, t)].join(' '),
      },
      errorOf(field) {
        const problem = refusal?.fields?.[field]
        if (problem === undefined) return undefined
        // A code without words of its own still says that this is the field.
        return isWorded(problem, t) ? t(`fields.${problem}`) : t('fields.malformed')
      },
    }
  }, [result, t])
}

type Translate = ReturnType<typeof useTranslations<'errors'>>
type WordedProblem = 'required'

function isWorded(problem: string, t: Translate): problem is WordedProblem {
  return t.has(`fields.${problem}` as 'fields.required')
}

function addenda({ code, retryAfterSeconds, requestId }: ActionRefusal, t: Translate): string[] {
  if (retryAfterSeconds !== undefined && code === 'too_many_requests') {
    return [t('tryAgainIn', { minutes: Math.ceil(retryAfterSeconds / 60) })]
  }
  return code === 'server_error' ? [`${t('requestId')}: ${requestId}`] : []
}
