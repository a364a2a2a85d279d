'use client'

import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { useFormStatus } from 'react-dom'
import styles from './account-row.module.css'

type Props = Readonly<{ pinned: boolean; label: string }>

/** Submits the form that pins: the icon answers at once, the lists when the server has. */
export function PinButton({ pinned, label }: Props) {
  const { pending } = useFormStatus()
  const Icon = pinned === pending ? IconPin : IconPinFilled
  return (
    <button type="submit" className={styles.pin} aria-label={label} title={label} data-pinned={pinned !== pending}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
