'use client'

import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import type { FormAction, FormState } from '#app/(portal)/_forms/form-state.ts'
import { PortalForm } from '#app/(portal)/_forms/portal-form.tsx'
import { useAccessForm } from '#app/(portal)/_forms/use-access-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { Button, SubmitButton } from '#components/ui/button.tsx'
import styles from './setting-card.module.css'

type Fields = Readonly<{
  /** What the field shows at first. */
  initial: (name: string) => string
  errorOf: ReturnType<typeof useAccessForm>['errorOf']
}>

type Props = Readonly<{
  action: FormAction<FormState>
  /** The stored value of each field. */
  saved: Readonly<Record<string, string>>
  onDiscard?: () => void
  children: (fields: Fields) => ReactNode
}>

/** The form in a `SettingCard`. With scripts, Save and Discard appear after a change. */
export function SettingForm({ action, saved, onDiscard, children }: Props) {
  const t = useTranslations('settings')
  const { enteredIn, ...form } = useAccessForm(action, { confirmBy: false, repeatable: true })
  const { frame, isChanged, check } = useChanges(saved)
  const [discarded, setDiscarded] = useState<FormState>()
  const [saves, setSaves] = useState(form.state)
  const [round, setRound] = useState(0)
  if (form.state.result?.ok && saves !== form.state) {
    // The fields show the stored text, which may be written in another way.
    setSaves(form.state)
    setRound(round + 1)
  }
  // What was refused is no longer in the form.
  const isDiscarded = discarded === form.state
  const isSaved = !isChanged && form.result?.ok === true && !isDiscarded
  const errorOf: typeof form.errorOf = (...field) => (isDiscarded ? undefined : form.errorOf(...field))
  const shown = isDiscarded ? { action: form.action, problem: undefined, errorOf } : { ...form, errorOf }

  useEffect(() => {
    // The button that was pressed is gone.
    if (isSaved && document.activeElement === document.body) frame.current?.closest('section')?.focus()
  }, [isSaved, frame])

  function discard() {
    setDiscarded(form.state)
    setRound(round + 1)
    onDiscard?.()
    frame.current?.closest('section')?.focus()
  }

  return (
    <div
      ref={frame}
      className={styles.form}
      data-changed={isChanged || undefined}
      data-idle={!(isChanged || isSaved) || undefined}
      onInput={check}
    >
      <PortalForm
        titled
        form={shown}
        summary={
          <span role="status" className={styles.status}>
            {isChanged ? t('notSaved') : isSaved && t('saved')}
          </span>
        }
        cancel={
          <Button variant="quiet" size="small" data-needs-script onClick={discard}>
            {t('discard')}
          </Button>
        }
        submit={<SubmitButton size="small">{t('save')}</SubmitButton>}
      >
        <Fragment key={round}>
          {children({
            initial: (name) => (isDiscarded ? undefined : enteredIn(name)) ?? saved[name] ?? '',
            errorOf,
          })}
        </Fragment>
      </PortalForm>
    </div>
  )
}

/** Compares the fields with the stored values. */
function useChanges(saved: Readonly<Record<string, string>>) {
  const frame = useRef<HTMLDivElement>(null)
  const [isChanged, setChanged] = useState(false)
  function check() {
    const form = frame.current?.querySelector('form')
    if (!form) return
    const fields = new FormData(form)
    setChanged(Object.entries(saved).some(([name, value]) => fields.getAll(name).join(' ') !== value))
  }
  // After a save, the page brings the new values; after Discard, the fields show the stored ones.
  useEffect(check)
  return { frame, isChanged, check }
}
