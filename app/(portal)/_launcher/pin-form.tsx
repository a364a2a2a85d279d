'use client'

import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { useFormStatus } from 'react-dom'
import { ActionForm } from '#components/connection/action-form.tsx'
import { showToast } from '#components/ui/toast.tsx'
import styles from './account-row.module.css'
import { changePin } from './actions.ts'

type ButtonProps = Readonly<{ pinned: boolean; label: string }>

type Props = ButtonProps &
  Readonly<{
    accountId: string
    /** Reports the change, with Undo. */
    done: string
  }>

export function PinForm({ accountId, pinned, label, done }: Props) {
  const undo = { action: changePin, fields: { accountId, pinned: String(pinned), restore: 'true' } }
  return (
    <ActionForm
      action={changePin}
      className={styles.pinForm}
      onDone={(refusal) => showToast(refusal ? { text: refusal } : { text: done, undo })}
      data-pin
    >
      <input type="hidden" name="accountId" value={accountId} />
      <input type="hidden" name="pinned" value={String(!pinned)} />
      <PinButton pinned={pinned} label={label} />
    </ActionForm>
  )
}

/** The icon changes immediately, the lists once the server has responded. */
function PinButton({ pinned, label }: ButtonProps) {
  const { pending } = useFormStatus()
  const Icon = pinned === pending ? IconPin : IconPinFilled
  return (
    <button
      type="submit"
      className={`lk-button ${styles.pin}`}
      data-variant="quiet"
      data-size="small"
      data-icon
      data-pinned={pinned !== pending}
      aria-label={label}
      title={label}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
