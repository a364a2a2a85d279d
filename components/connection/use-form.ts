'use client'

import { useActionState, useMemo, useRef, useState } from 'react'
import { useMessages, useTranslations } from '#components/messages.tsx'
import type { FormProblem } from '#components/ui/form-notice.tsx'
import type { Lengths } from '#lib/kernel/field-lengths.ts'
import type { ActionResult } from '#lib/web/http/action-result.ts'
import { putIntoWords } from './refusal-words.ts'
import { type ActionFailure, sendAction, useIsMounted } from './send-action.ts'

/** What a form's action returns; `result` is `undefined` before the first submission. */
export type ActionState<T = unknown> = Readonly<{ result?: ActionResult<T> | undefined }>

type Options = Readonly<{
  /** The action is idempotent: it is retried after an outage without asking. */
  repeatable?: boolean
  /** What to check before trying again if the outcome is unknown: "We don't know whether the key was generated. …" */
  unknownOutcome?: string
}>

/**
 * State of a form that keeps its input through an outage or an ended session:
 *
 *     const { state, action, problem, errorOf } = useForm(editAccount, initialState, { repeatable: true })
 *     <Form action={action} problem={problem}>
 *
 * A request that never reached the server is retried. An action that may have run is retried only if it is
 * `repeatable`; otherwise the form says that the outcome is unknown. Retries end when the form unmounts, or
 * with `stop`, when its dialog closes.
 * For a form without messages of its own (a pin), use `ActionForm`.
 */
export function useForm<State extends ActionState>(
  action: (before: Awaited<State>, form: FormData) => State | Promise<State>,
  initialState: Awaited<State>,
  { repeatable = false, unknownOutcome }: Options = {},
) {
  const [failure, setFailure] = useState<ActionFailure>()
  const isMounted = useIsMounted()
  const sending = useRef<AbortController>(undefined)
  const guarded = async (before: Awaited<State>, form: FormData) => {
    sending.current = new AbortController()
    const { signal } = sending.current
    const isWanted = () => isMounted() && !signal.aborted
    const options = { repeatable, isWanted, signal, onFailure: setFailure }
    const sent = await sendAction(async () => action(before, form), options)
    return sent ? sent.value : before
  }
  const stop = () => {
    sending.current?.abort()
    setFailure(undefined)
  }
  // The server renders the action itself, so that the form works without scripts.
  const [state, formAction, pending] = useActionState(typeof window === 'undefined' ? action : guarded, initialState)
  // Pressing Enter again while the form waits would run the action twice.
  const submit = (form: FormData) => void (pending || formAction(form))
  // Of an earlier submission: "Saved" or a field's error next to "Offline. Retrying…" would be about the wrong one.
  const result: Awaited<State>['result'] = failure ? undefined : state.result
  const refusal = useRefusal(state.result, useFailureWords(failure, unknownOutcome))
  return { state, result, action: typeof window === 'undefined' ? formAction : submit, pending, stop, ...refusal }
}

/** What an outage means for a form, in the reader's language. */
export function useFailureWords(failure: ActionFailure | undefined, unknownOutcome?: string) {
  const t = useTranslations('errors.outage')
  return useMemo((): FormProblem | undefined => {
    if (!failure) return undefined
    const { kind, retrying } = failure
    const why = kind === 'unknown-outcome' && unknownOutcome ? unknownOutcome : t(`${kind}.why`)
    return { title: t(`${kind}.title`), why, tone: retrying ? 'warning' : 'danger', signIn: kind === 'session-ended' }
  }, [failure, unknownOutcome, t])
}

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

/** A Server Action's refusal in the reader's language. @param outage takes precedence, since it is newer */
export function useRefusal(result: ActionResult<unknown> | undefined, outage?: FormProblem): FormRefusal {
  const t = useTranslations('errors')
  const { errors } = useMessages()
  if (!errors.fields) throw new Error('a form needs ClientMessages around it')
  return useMemo(() => {
    // An expired confirmation isn't a mistake: the form asks for the password and marks no field.
    const refusal = !outage && result?.ok === false && result.code !== 'confirmation_required' ? result : undefined
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
