'use client'

import styles from '#app/(portal)/_forms/dialogs.module.css'
import { FormDialog } from '#app/(portal)/_forms/portal-form.tsx'
import type { FormRefusal } from '#components/connection/use-form.ts'
import { Dialog, DialogCancel } from '#components/ui/dialog.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { AccessFields } from './access-fields.tsx'
import type { BulkState, BulkSummary } from './bulk-state.ts'
import { LeftOutRows } from './bulk-step.tsx'
import { GroupFields } from './group-fields.tsx'

/** The form of the summary, as `useForm` returns it. */
export type BulkForm = Readonly<{ state: BulkState; action: (form: FormData) => void; stop: () => void }> & FormRefusal

type Props = Readonly<{ form: BulkForm; summary: BulkSummary; closeHref: string; onClose: () => void }>

/** Says what changes, and what the change leaves out and why; asks for what the change needs. */
export function BulkDialog({ form, summary, closeHref, onClose }: Props) {
  const { title, description, sentences, leftOut, submit, link, danger, fields, access } = summary
  const consequences = (
    <div className={styles.consequences}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {leftOut && <LeftOutRows leftOut={leftOut} />}
    </div>
  )
  if (!submit) {
    return (
      <Dialog title={title} description={link && description} closeHref={closeHref} onClose={onClose}>
        {consequences}
        <FormActions>
          {link ? (
            <LinkButton href={link.href} variant="primary">
              {link.label}
            </LinkButton>
          ) : (
            <DialogCancel closeHref={closeHref} />
          )}
        </FormActions>
      </Dialog>
    )
  }
  return (
    <FormDialog
      form={form}
      title={title}
      description={description}
      closeHref={closeHref}
      onClose={onClose}
      fields={{ confirmed: '1', ...fields }}
      submitLabel={submit}
      danger={danger}
    >
      {consequences}
      {access ? <AccessFields form={form} summary={summary} /> : <GroupFields form={form} summary={summary} />}
    </FormDialog>
  )
}
