'use client'

import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ActionForm } from '#components/connection/action-form.tsx'
import { useTranslations } from '#components/messages.tsx'
import { isTyping } from '#components/shortcuts.ts'
import { SubmitButton } from './button.tsx'
import type { Toast } from './toast.tsx'
import styles from './toast-card.module.css'

type Props = Readonly<{ toast: Toast; onGone: () => void }>

const shownMs = 4_000

/**
 * Goes after four seconds, which stop while it has the pointer or the focus. Ctrl-Z or ⌘-Z presses Undo. Stays until
 * Undo is done: its form retries through an outage as long as it is on the page.
 */
export function ToastCard({ toast, onGone }: Props) {
  const t = useTranslations('widgets')
  const card = useRef<HTMLDivElement>(null)
  const focusedBefore = useRef<Element>(null)
  const [isHeld, setHeld] = useState(false)
  const { text, undo } = toast

  const disappear = useEffectEvent(onGone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same text again starts the time again.
  useEffect(() => {
    if (isHeld) return
    const timer = setInterval(() => isBusy(card.current) || disappear(), shownMs)
    return () => clearInterval(timer)
  }, [toast, isHeld])
  useEffect(() => {
    const pressUndo = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || isTyping(event)) return
      card.current?.querySelector('form')?.requestSubmit()
    }
    document.addEventListener('keydown', pressUndo)
    return () => document.removeEventListener('keydown', pressUndo)
  }, [])

  function hide() {
    if (card.current?.contains(document.activeElement)) {
      const before = focusedBefore.current
      const next = before?.isConnected ? before : document.querySelector('#content')
      if (next instanceof HTMLElement) next.focus()
    }
    onGone()
  }
  function holdFocus({ relatedTarget }: FocusEvent<HTMLElement>) {
    if (!card.current?.contains(relatedTarget)) focusedBefore.current = relatedTarget
    setHeld(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pauses while its button has the pointer or the focus.
    <div
      ref={card}
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={holdFocus}
      onBlur={() => setHeld(false)}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && hide()}
    >
      <span>{text}</span>
      {undo && (
        <ActionForm action={undo.action} onDone={hide}>
          {Object.entries(undo.fields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <SubmitButton variant="quiet" size="small">
            {t('undo')}
          </SubmitButton>
        </ActionForm>
      )}
    </div>
  )
}

function isBusy(card: Element | null): boolean {
  return card?.querySelector('[aria-busy]') != null
}
