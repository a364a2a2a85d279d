'use client'

import { useRouter } from 'next/navigation'
import { type PointerEvent, type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import styles from './dialog.module.css'
import { DialogClose } from './dialog-close.tsx'
import { useModal } from './use-modal.ts'

export type DialogState = Readonly<{
  /** Controls the dialog by state. Omitted: open while mounted. */
  open?: boolean
  onClose?: () => void
  /** The URL without the dialog, if a URL opened it. The × is then a link and works without scripts. */
  closeHref?: string
}>

type Props = Readonly<
  DialogState & {
    title: ReactNode
    /** One sentence below the title, announced when the dialog opens. */
    description?: ReactNode
    size?: 'small' | 'medium'
    /** `false` disables Esc, clicks on the backdrop and the ×. The content must offer a way out. */
    dismissable?: boolean
    children: ReactNode
  }
>

/**
 * A modal dialog on the native `<dialog>`: it traps the focus, makes the page behind it inert and returns the focus
 * when closed. The server renders it open, so that a form in it works without scripts.
 */
export function Dialog(props: Props) {
  const { title, description, size = 'small', dismissable = true, closeHref, open = true, onClose, children } = props
  const id = useId()
  const router = useRouter()
  const ref = useModal(open)
  // Only for the server's HTML. Afterwards the effect opens and closes it, and React must not touch the attribute.
  const [openAtFirst] = useState(open)

  const close = () => ref.current?.close()
  function leave() {
    if (ref.current?.open) return // Reopened since this event was queued.
    onClose?.()
    // Back must not reopen the dialog.
    if (closeHref) router.replace(closeHref, { scroll: false })
  }
  function answerEscape(event: SyntheticEvent) {
    // `cancel` also bubbles from a file field inside.
    if (!dismissable && event.target === event.currentTarget) event.preventDefault()
  }
  function answerPress(event: PointerEvent) {
    // The panel fills the dialog, so a press on the dialog itself is on the backdrop.
    if (dismissable && event.target === event.currentTarget) close()
  }

  return (
    <dialog
      ref={ref}
      open={openAtFirst}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      // Chromium closes on a second Esc even if `cancel` was prevented.
      closedby={dismissable ? 'closerequest' : 'none'}
      onClose={leave}
      onCancel={answerEscape}
      onPointerDown={answerPress}
    >
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 tabIndex={-1} id={`${id}-title`}>
            {title}
          </h2>
          {dismissable && <DialogClose href={closeHref} onClose={close} />}
        </header>
        {description && (
          <p className={styles.description} id={`${id}-description`}>
            {description}
          </p>
        )}
        {children}
      </div>
    </dialog>
  )
}
