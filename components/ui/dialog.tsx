'use client'

import { IconX } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ConnectionMessage } from '#components/connection/connection-message.tsx'
import { useTranslations } from '#components/messages.tsx'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { FormActions } from './form.tsx'
import { useTyped } from './use-typed.ts'

type Props = Readonly<{
  title: ReactNode
  /** One sentence below the title, announced when the dialog opens. */
  description?: ReactNode
  size?: 'small' | 'medium'
  /** `false` disables Esc, clicks on the backdrop and the ×. The content must offer a way out. */
  dismissable?: boolean
  onClose?: (() => void) | undefined
  /** While there is something else to lose than typed fields: runs instead of closing. */
  hold?: (() => void) | undefined
  /** The URL without the dialog, if a URL opened it. The × is then a link and works without scripts. */
  closeHref?: string
  children: ReactNode
}>

/**
 * A modal dialog on the native `<dialog>`, open while mounted: it traps the focus, makes the page behind it inert and
 * returns the focus when closed. The server renders it open, so that a form in it works without scripts.
 */
export function Dialog(props: Props) {
  const { title, description, size = 'small', dismissable = true, closeHref, onClose, children } = props
  const id = useId()
  const router = useRouter()
  const t = useTranslations('widgets')
  const ref = useModal()
  const [isAsking, setAsking] = useState(false)
  const typed = useTyped(ref, () => setAsking(true))
  const hold = props.hold ?? (typed.mayHold ? askOrClose : undefined)

  function askOrClose() {
    if (typed.holds()) setAsking(true)
    else ref.current?.close()
  }

  function discard() {
    setAsking(false)
    ref.current?.close()
  }
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
  function answerPress(event: MouseEvent) {
    // The panel fills the dialog, so a press on the dialog itself is on the backdrop.
    if (!dismissable || event.target !== event.currentTarget) return
    if (hold) hold()
    else ref.current?.close()
  }
  // `cancel` can't be prevented twice in a row.
  function holdEscape(event: KeyboardEvent) {
    if (!hold || !dismissable || event.key !== 'Escape' || event.defaultPrevented) return
    // Esc closes a popover inside first.
    if (ref.current?.querySelector(':popover-open:not([popover="manual"])')) return
    // Otherwise it would close the dialog that `hold` may open.
    event.preventDefault()
    hold()
  }
  function holdCloser(event: MouseEvent<HTMLElement>) {
    if (!hold || !(event.target instanceof Element && event.target.closest('[data-closer]'))) return
    event.preventDefault()
    event.stopPropagation()
    hold()
  }

  return (
    <dialog
      {...typed.attributes}
      ref={ref}
      open
      className={styles.dialog}
      data-size={size}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      // Chromium closes on a second Esc even if `cancel` was prevented.
      closedby={dismissable && !hold ? 'closerequest' : 'none'}
      onClose={leave}
      onCancel={answerEscape}
      onPointerDown={answerPress}
      onKeyDown={holdEscape}
      onClickCapture={holdCloser}
    >
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 tabIndex={-1} id={`${id}-title`}>
            {title}
          </h2>
          {dismissable && (
            <Closer
              href={closeHref}
              className={`lk-button ${styles.close}`}
              data-variant="quiet"
              data-size="small"
              data-icon
              aria-label={t('close')}
            >
              <IconX size={20} stroke={1.75} aria-hidden="true" />
            </Closer>
          )}
        </header>
        {description && (
          <p className={styles.description} id={`${id}-description`}>
            {description}
          </p>
        )}
        {children}
      </div>
      <ConnectionMessage />
      {isAsking && <DiscardQuestion onStay={() => setAsking(false)} onDiscard={discard} />}
    </dialog>
  )
}

type QuestionProps = Readonly<{ onStay: () => void; onDiscard: () => void }>

/** Asks before what was typed is lost. Above the dialog, which stays as it is. */
function DiscardQuestion({ onStay, onDiscard }: QuestionProps) {
  const id = useId()
  const t = useTranslations('widgets.discard')
  const ref = useModal()
  // Native: React's events bubble to the dialog around this one.
  useEffect(() => {
    const question = ref.current
    const stay = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      onStay()
    }
    question?.addEventListener('keydown', stay)
    return () => question?.removeEventListener('keydown', stay)
  })
  return (
    <dialog ref={ref} role="alertdialog" className={styles.dialog} closedby="none" aria-labelledby={id}>
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 tabIndex={-1} id={id}>
            {t('title')}
          </h2>
        </header>
        <p>{t('why')}</p>
        <FormActions>
          <Button variant="danger" onClick={onDiscard}>
            {t('discard')}
          </Button>
          <Button variant="primary" onClick={onStay}>
            {t('stay')}
          </Button>
        </FormActions>
      </div>
    </dialog>
  )
}

export function DialogCancel({ closeHref }: Readonly<{ closeHref?: string | undefined }>) {
  const t = useTranslations('widgets')
  return (
    <Closer href={closeHref} className="lk-button" data-variant="secondary">
      {t('cancel')}
    </Closer>
  )
}

type CloserProps = Readonly<
  { href: string | undefined } & Pick<ComponentProps<'a'>, 'className' | 'aria-label' | 'children'>
>

/** Closes the dialog around it: a link if a URL opened the dialog, otherwise a button. */
function Closer({ href, ...look }: CloserProps) {
  function close(event: MouseEvent<HTMLElement>) {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey
    if (href !== undefined && opensElsewhere) return
    event.preventDefault()
    event.currentTarget.closest('dialog')?.close()
  }
  if (href === undefined) return <button type="button" {...look} data-closer onClick={close} />
  return <a href={href} {...look} data-closer onClick={close} />
}

/**
 * Returns the ref of a `<dialog>` to show as modal. Focuses its first field, otherwise its title. If the user began
 * before the scripts did, focus and scroll position stay.
 */
export function useModal() {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const { scrollTop } = dialog
    const focused = dialog.querySelector<HTMLElement>(':focus')
    const isInUse = focused !== null || scrollTop > 0
    // The server can't render a modal dialog, and `showModal()` throws on an open one.
    dialog.removeAttribute('open')
    dialog.showModal()
    markModal()
    dialog.addEventListener('close', markModal)
    const target = focused ?? findFirstField(dialog)
    target?.focus({ preventScroll: isInUse })
    if (isInUse) dialog.scrollTop = scrollTop
    return () => {
      dialog.close()
      dialog.removeEventListener('close', markModal)
      markModal()
    }
  }, [])
  return ref
}

/** Says on `<html>` whether a modal dialog is open: `:has(dialog:modal)` would be asked at each change of the page. */
function markModal(): void {
  document.documentElement.toggleAttribute('data-modal', document.querySelector('dialog:modal') !== null)
}

/** The browser would focus the first focusable element: the ×. */
function findFirstField(dialog: HTMLElement): HTMLElement | null {
  const marked = dialog.querySelector<HTMLElement>('[data-first-field]')
  if (marked?.checkVisibility()) return marked
  const fields = dialog.querySelectorAll<HTMLElement>('input:not([type="hidden"], [readonly]), select, textarea')
  const visible = [...fields].filter((field) => field.checkVisibility())
  // Of radio buttons, the selected one, as with Tab.
  return (
    visible.find((field) => !field.matches('[type="radio"]:not(:checked)')) ?? visible[0] ?? dialog.querySelector('h2')
  )
}
