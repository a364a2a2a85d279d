'use client'

import type { ComponentProps, MouseEvent } from 'react'
import { reportFailure } from './connection-state.ts'
import { sendAction, useIsMounted } from './send-action.ts'
import { type Click, isStrayClick } from './stray-click.ts'

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
      onClickCapture={ignoreStrayClick}
      action={typeof window === 'undefined' ? (action as typeof send) : send}
    />
  )
}

let lastClick: Click<HTMLFormElement> | undefined

/** Without effect on what slid under the pointer. */
function ignoreStrayClick(event: MouseEvent<HTMLFormElement>): void {
  // The keyboard clicks, too.
  if (event.detail === 0) return
  const click = { form: event.currentTarget, x: event.clientX, y: event.clientY, at: event.timeStamp }
  if (isStrayClick(lastClick, click)) event.preventDefault()
  else lastClick = click
}
