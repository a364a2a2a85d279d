'use client'

import { useActionState, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from '../messages.tsx'
import type { FormProblem } from '../ui/form.tsx'
import { type ActionFailure, sendAction } from './send-action.ts'

type Options = Readonly<{
  /** The action is idempotent: it is retried after an outage without asking. */
  repeatable?: boolean
  /** What to check before trying again if the outcome is unknown: "We don't know whether the key was generated. …" */
  unknownOutcome?: string
}>

/**
 * `useActionState` for forms that keep their input through an outage or an ended session.
 *
 * Pass the third value to `useRefusal`, whose `problem` then describes the outage above the fields:
 *
 *     const [state, formAction, outage] = useFormAction(editAccount, initialState, { repeatable: true })
 *     const { problem, errorOf } = useRefusal(state.result, outage)
 *     <Form action={formAction} problem={problem}>
 *
 * A request that never reached the server is retried. An action that may have run is retried only if it is
 * `repeatable`; otherwise the form says that the outcome is unknown. Retries end when the form unmounts.
 * For a form without messages of its own (a pin), use `ActionForm`.
 */
export function useFormAction<State>(
  action: (before: Awaited<State>, form: FormData) => State | Promise<State>,
  initialState: Awaited<State>,
  { repeatable = false, unknownOutcome }: Options = {},
): [state: Awaited<State>, formAction: (form: FormData) => void, outage: FormProblem | undefined, pending: boolean] {
  const [failure, setFailure] = useState<ActionFailure>()
  const isWanted = useIsMounted()
  const guarded = async (before: Awaited<State>, form: FormData): Promise<Awaited<State>> => {
    const sent = await sendAction(async () => action(before, form), { repeatable, isWanted, onFailure: setFailure })
    return sent ? await sent.value : before
  }
  // The server renders the action itself, so that the form works without scripts.
  const [state, formAction, pending] = useActionState(typeof window === 'undefined' ? action : guarded, initialState)
  // Pressing Enter again while the form waits would run the action twice.
  const submit = (form: FormData) => void (pending || formAction(form))
  return [state, typeof window === 'undefined' ? formAction : submit, useFailureWords(failure, unknownOutcome), pending]
}

function useFailureWords(failure: ActionFailure | undefined, unknownOutcome: string | undefined) {
  const t = useTranslations('errors.outage')
  return useMemo((): FormProblem | undefined => {
    if (!failure) return undefined
    const { kind, retrying } = failure
    const why = kind === 'unknown-outcome' && unknownOutcome ? unknownOutcome : t(`${kind}.why`)
    return { title: t(`${kind}.title`), why, tone: retrying ? 'warning' : 'danger', signIn: kind === 'session-ended' }
  }, [failure, unknownOutcome, t])
}

export function useIsMounted(): () => boolean {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return () => mounted.current
}
