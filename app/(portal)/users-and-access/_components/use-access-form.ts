'use client'

import { useRouter } from 'next/navigation'
import { useActionState, useEffect } from 'react'
import { useRefusal } from '../../../../components/use-refusal.ts'
import type { FormAction, FormState } from '../form-state.ts'

type Options = Readonly<{
  askPassword: boolean
  /** Where to go when it is done; left out where there is something to show first. */
  doneHref?: string
}>

export type AccessFormState = Pick<ReturnType<typeof useAccessForm>, 'formAction' | 'problem' | 'errorOf'> &
  Readonly<{ state: Pick<FormState, 'askPassword' | 'confirmFirst'> }>

/** A form of this page: its state, its refusal in words, and what was entered where scripts did not keep it. */
export function useAccessForm<T>(action: FormAction<FormState<T>>, { askPassword, doneHref }: Options) {
  const router = useRouter()
  const [state, formAction] = useActionState(action, {
    result: undefined,
    entered: [],
    askPassword,
    confirmFirst: askPassword,
  })
  useEffect(() => {
    // Replaces the dialog's place in the history: Back does not open it again.
    if (state.result?.ok && doneHref) router.replace(doneHref, { scroll: false })
  }, [state, doneHref, router])
  // A confirmation that ran out is no mistake: the form asks for the password, and marks nothing.
  const outdated = state.result?.ok === false && state.result.code === 'confirmation_required'
  const { problem, errorOf, entriesOf } = useRefusal(outdated ? undefined : state.result)
  const enteredIn = (name: string) => state.entered.find(([field]) => field === name)?.[1]
  return {
    state,
    formAction,
    problem,
    errorOf,
    entriesOf,
    enteredIn,
    done: state.result?.ok ? state.result.value : undefined,
  }
}
