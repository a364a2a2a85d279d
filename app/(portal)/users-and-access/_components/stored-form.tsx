'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useState } from 'react'
import { useTranslations } from '#components/messages.tsx'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/choice.tsx'
import styles from './secret-dialog.module.css'

type StoredProps = Readonly<{
  /** By default, that one secret is stored. */
  label?: string
  doneHref: string
  isStored: boolean
  onStored: (isStored: boolean) => void
}>

/** A form, so that the browser requires the tick without scripts; with scripts the message is ours. */
export function StoredForm({ label, doneHref, isStored, onStored }: StoredProps) {
  const t = useTranslations('usersAndAccess.secret')
  const router = useRouter()
  const [missing, setMissing] = useState(false)
  function leave(event: FormEvent) {
    event.preventDefault()
    const isSamePage = new URL(doneHref, location.href).pathname === location.pathname
    router.replace(doneHref, { scroll: !isSamePage })
  }
  function complain(event: FormEvent<HTMLInputElement>) {
    event.preventDefault()
    event.currentTarget.focus()
    setMissing(true)
  }
  return (
    <form action={doneHref} onSubmit={leave} className={styles.stored} data-form-actions>
      <Checkbox
        label={label ?? t('stored')}
        required
        error={missing && t('storeFirst')}
        onInvalid={complain}
        onChange={({ currentTarget }) => {
          setMissing(false)
          onStored(currentTarget.checked)
        }}
      />
      <Button type="submit" variant={isStored ? 'primary' : 'secondary'}>
        {t('done')}
      </Button>
    </form>
  )
}
