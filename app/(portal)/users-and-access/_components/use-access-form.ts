'use client'

import { useActionState } from 'react'
import { useRefusal } from '../../../../components/use-refusal.ts'
import type { FormAction, FormState } from '../form-state.ts'

/** A form of this page: its state, its refusal in words, and what was entered where scripts did not keep it. */
export function useAccessForm<T>(action: FormAction<FormState<T>>, askPassword: boolean) {
  const [state, formAction] = useActionState(action, { result: undefined, entered: [], askPassword })
  const { problem, errorOf } = useRefusal(state.result)
  const enteredIn = (name: string) => state.entered.find(([field]) => field === name)?.[1]
  return {
    state,
    formAction,
    problem,
    errorOf,
    enteredIn,
    done: state.result?.ok ? state.result.value : undefined,
  }
}
