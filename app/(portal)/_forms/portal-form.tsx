'use client'

import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { ActionState, useForm } from '#components/connection/use-form.ts'
import { useTranslations } from '#components/messages.tsx'
import { SubmitButton } from '#components/ui/button.tsx'
import { Dialog, DialogCancel } from '#components/ui/dialog.tsx'
import { Form, FormActions } from '#components/ui/form.tsx'
import type { ConfirmBy } from '#lib/domain/sign-in/portal-sessions/confirm-identity.ts'
import { ConfirmStep } from './confirm-step.tsx'
import styles from './portal-form.module.css'

export type PortalFormState = Pick<ReturnType<typeof useForm>, 'action' | 'problem' | 'errorOf'> &
  Readonly<{
    /** Omitted for an action that needs no recent confirmation. */
    state?: ActionState & Readonly<{ confirmBy?: ConfirmBy; confirmFirst?: boolean }>
  }>

type Props = Readonly<{
  /** Omitted in a dialog, which has its own title. */
  titled?: boolean
  form: PortalFormState
  submit: ReactNode
  /** The way out of the form and of the confirmation step. */
  cancel?: ReactNode
  /** One sentence above the buttons: what the form does. */
  summary?: ReactNode
}> &
  Pick<ComponentProps<typeof Form>, 'id' | 'onSubmit' | 'children'>

/**
 * A form whose action may need a recent confirmation. While it asks for one, the other fields are hidden but stay
 * in the form, so their values are kept and, without scripts, submitted.
 */
export function PortalForm({ titled = false, form, submit, cancel, summary, children, ...attributes }: Props) {
  const confirmBy = form.state?.confirmBy
  const confirming = Boolean(confirmBy)
  const fields = useRef<HTMLDivElement>(null)
  useFocusOnStep(fields, confirming)
  return (
    <Form {...attributes} action={form.action} problem={form.problem}>
      {confirmBy && <ConfirmStep by={confirmBy} form={form} titled={titled} cancel={cancel} />}
      <div ref={fields} className={styles.fields} hidden={confirming}>
        {children}
        <FormActions>
          {summary}
          {cancel}
          {submit}
        </FormActions>
      </div>
    </Form>
  )
}

const firstField = 'input:not([type="hidden"]), select, textarea, button[type="submit"], button[data-variant="primary"]'

/** Focuses the step that appeared; the dialog focuses the first one. */
function useFocusOnStep(fields: RefObject<HTMLElement | null>, confirming: boolean): void {
  const former = useRef(confirming)
  useEffect(() => {
    if (former.current === confirming) return
    former.current = confirming
    const step = confirming ? fields.current?.closest('form') : fields.current
    const fieldsOfStep = [...(step?.querySelectorAll<HTMLElement>(firstField) ?? [])]
    const visible = fieldsOfStep.filter((field) => field.checkVisibility())
    const first = visible.find((field) => field.matches('[data-first-field]')) ?? visible[0]
    first?.focus()
  }, [confirming, fields])
}

export type FormDialogProps = Pick<Props, 'onSubmit' | 'summary'> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'size' | 'hold' | 'onClose'> &
  Readonly<{
    form: PortalFormState & Pick<ReturnType<typeof useForm>, 'stop'>
    closeHref: string
    /** Where to go on success; by default `closeHref`. */
    doneHref?: string
    submitLabel: string
    danger?: boolean
    /** Hidden fields: the form's subject. */
    fields?: Readonly<Record<string, string>>
    children?: ReactNode
  }>

/** A form in a dialog, titled "Confirm it's you" while it asks for a confirmation. */
export function FormDialog({
  form,
  onSubmit,
  summary,
  closeHref,
  doneHref = closeHref,
  submitLabel,
  danger,
  fields,
  onClose,
  children,
  ...look
}: FormDialogProps) {
  const t = useTranslations('errors.confirm')
  function leave() {
    // A closed dialog is a withdrawn change, even if the page behind it can't be loaded yet.
    form.stop()
    onClose?.()
  }
  return (
    <Dialog {...(form.state?.confirmBy ? { title: t('title') } : look)} closeHref={closeHref} onClose={leave}>
      <PortalForm
        form={form}
        onSubmit={onSubmit}
        summary={summary}
        submit={<SubmitButton variant={danger ? 'danger' : 'primary'}>{submitLabel}</SubmitButton>}
        cancel={<DialogCancel closeHref={closeHref} />}
      >
        {Object.entries({ ...fields, doneHref }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
      </PortalForm>
    </Dialog>
  )
}
