import {
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/**
 * Whether closing a dialog would lose what its user typed or chose. Fields that were filled by others, changed back, or
 * left the dialog lose nothing.
 * @param ask runs instead of going back in the browser's history, where the browser permits it
 */
export function useTyped(dialog: RefObject<HTMLDialogElement | null>, ask: () => void) {
  const [mayHold, setMayHold] = useState(false)
  const before = useRef(new WeakMap<Field, string>())
  const touched = useRef(new Set<Field>())

  function noteInput({ target }: SyntheticEvent) {
    if (!isField(target)) return
    touched.current.add(target)
    setMayHold(true)
  }
  function holds(): boolean {
    if (!dialog.current?.open) return false
    return [...touched.current].some((field) => {
      return dialog.current?.contains(field) && contentOf(field) !== (before.current.get(field) ?? defaultOf(field))
    })
  }

  useLayoutEffect(() => {
    // Typed before the scripts arrived.
    const typed = fieldsOf(dialog.current).filter((field) => contentOf(field) !== defaultOf(field))
    for (const field of typed) {
      before.current.set(field, defaultOf(field))
      touched.current.add(field)
    }
    if (typed.length > 0) setMayHold(true)
    remember(dialog.current, before.current)
  }, [dialog])
  useLeaveQuestion(mayHold, holds, ask)
  const rememberNew = () => remember(dialog.current, before.current)
  return {
    mayHold,
    holds,
    attributes: { onInput: noteInput, onFocusCapture: rememberNew, onPointerDownCapture: rememberNew },
  }
}

/** Before the user reaches them: fields may appear while the dialog is open. */
function remember(dialog: HTMLElement | null, before: WeakMap<Field, string>): void {
  for (const field of fieldsOf(dialog)) if (!before.has(field)) before.set(field, contentOf(field))
}

/** Asks before the page is left, and before the history goes back to it without the dialog. */
function useLeaveQuestion(mayHold: boolean, holds: () => boolean, ask: () => void): void {
  const askBeforeUnload = useEffectEvent((event: BeforeUnloadEvent) => {
    if (holds()) event.preventDefault()
  })
  const askBeforeTraversal = useEffectEvent((event: Event) => {
    if (!('navigationType' in event) || event.navigationType !== 'traverse' || !event.cancelable || !holds()) return
    event.preventDefault()
    ask()
  })
  useEffect(() => {
    if (!mayHold) return
    const history = 'navigation' in window ? window.navigation : undefined
    const unload = (event: BeforeUnloadEvent) => askBeforeUnload(event)
    const traverse = (event: Event) => askBeforeTraversal(event)
    window.addEventListener('beforeunload', unload)
    history?.addEventListener('navigate', traverse)
    return () => {
      window.removeEventListener('beforeunload', unload)
      history?.removeEventListener('navigate', traverse)
    }
  }, [mayHold])
}

/** The fields of forms that are submitted, not applied at once, and not those of a search. */
function fieldsOf(dialog: HTMLElement | null): Field[] {
  return [...(dialog?.querySelectorAll('input, select, textarea') ?? [])].filter(isField)
}

function isField(target: EventTarget): target is Field {
  if (target instanceof HTMLInputElement && ['hidden', 'search'].includes(target.type)) return false
  const isAny =
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  return isAny && target.name !== '' && target.form?.querySelector('[data-form-actions]') != null
}

function contentOf(field: Field): string {
  if (!(field instanceof HTMLInputElement)) return field.value
  if (field.type === 'checkbox' || field.type === 'radio') return String(field.checked)
  return field.value
}

function defaultOf(field: Field): string {
  if (field instanceof HTMLSelectElement) return contentOf(field)
  if (!(field instanceof HTMLInputElement)) return field.defaultValue
  return field.type === 'checkbox' || field.type === 'radio' ? String(field.defaultChecked) : field.defaultValue
}
