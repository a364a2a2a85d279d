'use client'

import { useRouter } from 'next/navigation'
import { type PointerEvent, type ReactNode, type SyntheticEvent, useId, useState } from 'react'
import styles from './dialog.module.css'
import { DialogClose } from './dialog-close.tsx'
import { useModal } from './use-modal.ts'

export type DialogState = Readonly<{
  /** Open by state. Left out: open as long as it is in the page. */
  open?: boolean
  onClose?: () => void
  /** The address without the dialog, when an address opened it: the × is then a link and works without scripts. */
  closeHref?: string
}>

type Props = Readonly<
  DialogState & {
    title: ReactNode
    /** One sentence under the title; read out when the dialog opens. */
    description?: ReactNode
    size?: 'small' | 'medium'
    /** `false`: neither Esc nor a click outside closes, and there is no ×. What is inside must offer the way out. */
    dismissable?: boolean
    children: ReactNode
  }
>

/**
 * A modal dialog on the platform's `<dialog>`: focus stays inside, the page behind is inert, and the focus returns to
 * where it was. Rendered by the server it is open before scripts arrive, so that a form in it works without them.
 */
export function Dialog(props: Props) {
  const { title, description, size = 'small', dismissable = true, closeHref, open = true, onClose, children } = props
  const id = useId()
  const router = useRouter()
  const ref = useModal(open)
  // For the server's answer only: from then on the effect opens and closes, and React must not touch the attribute.
  const [openAtFirst] = useState(open)

  const close = () => ref.current?.close()
  function leave() {
    if (ref.current?.open) return // Opened again since this event was queued.
    onClose?.()
    // Back must not open again what was just closed.
    if (closeHref) router.replace(closeHref, { scroll: false })
  }
  function answerEscape(event: SyntheticEvent) {
    // A file field inside says "cancel" too, and its event bubbles.
    if (!dismissable && event.target === event.currentTarget) event.preventDefault()
  }
  function answerPress(event: PointerEvent) {
    // The panel fills the dialog: a press on the dialog itself is one on the backdrop.
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
      // Chromium lets a second Esc through whatever `cancel` says, unless told so.
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
