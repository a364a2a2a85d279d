'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import styles from '#app/(portal)/_forms/dialogs.module.css'
import type { ActionFailure } from '#components/connection/send-action.ts'
import { useFailureWords, useRefusal } from '#components/connection/use-form.ts'
import { MoreMessages } from '#components/messages.tsx'
import { FormNotice, type FormProblem } from '#components/ui/form-notice.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import type { BulkDone, BulkState, LeftOut } from './bulk-state.ts'

/** What the list says of its selection. */
export type SelectionWords = Readonly<{ none: string; tooMany?: string }>

type Props = Readonly<{
  state: BulkState
  action: (form: FormData) => void
  /** Withdraws a change whose dialog was closed. */
  stop: (() => void) | undefined
  /** Runs the form that reverses a change. */
  undo: (fields: FormData) => Promise<unknown>
  failure: ActionFailure | undefined
  closeHref: string
  words: SelectionWords
  /** The element that gets the focus after a change. */
  focusId: string | undefined
}>

/** What follows the press of a button of the bar: a refusal, the summary, or the report. */
export function BulkStep({ failure, ...step }: Props) {
  const outage = useFailureWords(failure)
  const { words } = step.state
  if (!words) return outage ? <FormNotice problem={outage} /> : null
  return (
    <MoreMessages messages={words}>
      <Step {...step} outage={outage} />
    </MoreMessages>
  )
}

type StepProps = Omit<Props, 'failure'> & Readonly<{ outage: FormProblem | undefined }>

function Step({ state, action, stop = () => undefined, undo, closeHref, words, focusId, outage }: StepProps) {
  const form = { state, action, stop, ...useRefusal(state.result, outage) }
  const [dismissed, setDismissed] = useState<BulkState>()
  const { summary, done } = state
  const dismiss = () => setDismissed(state)
  // The list shows the stored state, so a refusal of Undo needs no message.
  const reverse = (fields: FormData) => undo(fields).then(dismiss)
  useReport(done, reverse, focusId)
  if (summary && dismissed !== state) {
    return <BulkDialog form={form} summary={summary} closeHref={closeHref} onClose={dismiss} />
  }
  const selectionError = form.errorOf('ids', {
    required: words.none,
    ...(words.tooMany && { too_many: words.tooMany }),
  })
  if (selectionError) return <FormNotice problem={{ title: selectionError }} />
  if (form.problem) return <FormNotice problem={form.problem} />
  return done && dismissed !== state ? <Report done={done} /> : null
}

/** The toast says what changed; what the change left out stays on the page. */
function Report({ done: { text, leftOut } }: Readonly<{ done: BulkDone }>) {
  return (
    <div data-without-script={leftOut ? undefined : true}>
      <Notice tone={leftOut ? 'info' : 'success'} title={text}>
        {leftOut && <LeftOutRows leftOut={leftOut} />}
      </Notice>
    </div>
  )
}

export function LeftOutRows({ leftOut: { title, reasons } }: Readonly<{ leftOut: LeftOut }>) {
  return (
    <>
      <p>{title}</p>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </>
  )
}

/** Reports a change once, with Undo, after which the report no longer applies. */
function useReport(
  done: BulkDone | undefined,
  reverse: (fields: FormData) => Promise<unknown>,
  focusId: string | undefined,
): void {
  const report = useEffectEvent(({ text, undo }: BulkDone) => {
    showToast({ text, ...(undo && { undo: { action: reverse, fields: undo } }) })
    // The pressed button is gone with the selection.
    if (focusId) document.getElementById(focusId)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (done) report(done)
  }, [done])
}
