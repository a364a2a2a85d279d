'use client'

import type { ComponentProps, MouseEvent } from 'react'
import { reportFailure } from './connection-state.ts'
import { sendAction, useIsMounted } from './send-action.ts'

type Props<Result> = Readonly<
  {
    /** An idempotent Server Action: it is retried after an outage. */
    action: (form: FormData) => Promise<Result>
    /** Called with the fields before the action runs: shows the result in advance. */
    onSend?: (form: FormData) => void
    /** Called once the action has succeeded. */
    onDone?: (result: Result) => void
  } & Omit<ComponentProps<'form'>, 'action'>
>

/**
 * A form with little more than a button: a pin, a theme, sign-out. An outage leaves the page as it is, and
 * `ConnectionStatus` reports it. Forms with fields use `useForm`.
 */
export function ActionForm<Result>({ action, onSend, onDone, ...form }: Props<Result>) {
  const isWanted = useIsMounted()
  async function send(fields: FormData) {
    onSend?.(fields)
    const sent = await sendAction(() => action(fields), {
      repeatable: true,
      isWanted,
      onFailure: (failure) => reportFailure(failure?.kind),
    })
    if (sent) onDone?.(sent.value)
  }
  // The server renders the action itself, so that the form works without scripts.
  return (
    <form
      {...form}
      onClickCapture={ignoreDoubleClick}
      action={typeof window === 'undefined' ? (action as typeof send) : send}
    />
  )
}

const doubleClickMs = 500
const maxMove = 8
let last: Readonly<{ form: HTMLFormElement; x: number; y: number; at: number }> | undefined

/** A double-click is for what it began on, not for what then slid under the pointer: the next row of a list. */
function ignoreDoubleClick(event: MouseEvent<HTMLFormElement>): void {
  const { currentTarget: form, clientX: x, clientY: y, timeStamp: at, detail } = event
  // The keyboard clicks, too.
  if (detail === 0) return
  const isSecond = last && at - last.at < doubleClickMs && Math.hypot(x - last.x, y - last.y) < maxMove
  if (isSecond && last?.form !== form) event.preventDefault()
  else last = { form, x, y, at }
}
