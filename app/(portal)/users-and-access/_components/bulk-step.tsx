'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import styles from '#app/(portal)/_forms/dialogs.module.css'
import { undoUsersAction } from '#app/(portal)/users-and-access/actions.ts'
import type { BulkState } from '#app/(portal)/users-and-access/submit-bulk.ts'
import type { ActionFailure } from '#components/connection/send-action.ts'
import { type FormRefusal, useFailureWords, useRefusal } from '#components/connection/use-form.ts'
import { MoreMessages, useTranslations } from '#components/messages.tsx'
import { FormNotice, type FormProblem } from '#components/ui/form-notice.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { showToast } from '#components/ui/toast.tsx'
import type { LeftOut } from '#lib/domain/people/user-lifecycle/bulk-users.ts'
import { maxBulkUsers, maxGroupsOfUser } from '#lib/domain/people/users/limits.ts'
import { BulkDialog } from './bulk-dialog.tsx'

/** The form of the summary, as `useForm` returns it. */
export type BulkStepForm = Readonly<{ state: BulkState; action: (form: FormData) => void; stop: () => void }> &
  FormRefusal

type Props = Readonly<{
  state: BulkState
  action: (form: FormData) => void
  /** Withdraws a change whose dialog was closed. */
  stop: (() => void) | undefined
  failure: ActionFailure | undefined
  closeHref: string
}>
type Done = NonNullable<BulkState['done']>

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

function Step({
  state,
  action,
  stop = () => undefined,
  closeHref,
  outage,
}: Omit<Props, 'failure'> & Readonly<{ outage: FormProblem | undefined }>) {
  const t = useTranslations('usersAndAccess.bulk')
  const form = { state, action, stop, ...useRefusal(state.result, outage) }
  const [dismissed, setDismissed] = useState<BulkState>()
  const { summary, done } = state
  const dismiss = () => setDismissed(state)
  useReport(done, dismiss)
  if (summary && dismissed !== state) {
    return <BulkDialog form={form} summary={summary} closeHref={closeHref} onClose={dismiss} />
  }
  const selectionError = form.errorOf('ids', { required: t('none'), too_many: t('tooMany', { max: maxBulkUsers }) })
  if (selectionError) return <FormNotice problem={{ title: selectionError }} />
  if (form.problem) return <FormNotice problem={form.problem} />
  return done && dismissed !== state ? <Report done={done} /> : null
}

/** The toast says how many users changed; whom the change left out stays on the page. */
function Report({ done }: Readonly<{ done: Done }>) {
  const t = useTranslations('usersAndAccess.bulk')
  const { verb, count, leftOut } = done
  const isPartial = Object.keys(leftOut).length > 0
  return (
    <div data-without-script={isPartial ? undefined : true}>
      <Notice tone={isPartial ? 'info' : 'success'} title={t(`done.${verb}`, { count })}>
        {isPartial && <LeftOutUsers verb={verb} leftOut={leftOut} />}
      </Notice>
    </div>
  )
}

export function LeftOutUsers({ verb, leftOut }: Readonly<{ verb: Done['verb']; leftOut: LeftOut }>) {
  const t = useTranslations('usersAndAccess.bulk')
  const { unchanged = 0, ...others } = leftOut
  const reasons = (['yourself', 'notAllowed', 'opensAll', 'lastOwner', 'tooManyGroups', 'gone'] as const).filter(
    (reason) => others[reason],
  )
  const total = Object.values(leftOut).reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  return (
    <>
      <p>{t('leftOut', { count: total })}</p>
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{t(`reasons.${reason}`, { count: others[reason] ?? 0, max: maxGroupsOfUser })}</li>
        ))}
        {unchanged > 0 && <li>{t(`unchanged.${verb}`, { count: unchanged })}</li>}
      </ul>
    </>
  )
}

/** Reports a change once, with Undo, after which the report no longer applies. */
function useReport(done: BulkState['done'], onUndone: () => void): void {
  const t = useTranslations('usersAndAccess.bulk')
  const report = useEffectEvent(({ verb, count, undo }: Done) => {
    const text = t(`done.${verb}`, { count })
    const action = (form: FormData) => undoUsersAction(form).then(onUndone)
    showToast({ text, ...(undo && { undo: { action, fields: undo } }) })
    // The pressed button is gone with the selection.
    document.getElementById('users')?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (done) report(done)
  }, [done])
}
