import { IconAlertCircle, IconX } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslations } from '#components/messages.tsx'
import { Field, type FieldTexts } from '#components/ui/field.tsx'
import { textAttributes } from '#components/ui/text-field.tsx'
import waitingLine from '#components/ui/waiting-line.module.css'
import { takeCompleted } from './chip-entries.ts'
import styles from './chips.module.css'
import { splitWords } from './split-words.ts'
import type { Chips } from './use-chips.ts'

/** What suggestions add to the input. */
export type Combobox = Readonly<{
  attributes: ComponentProps<'input'>
  /** Announced while it is not empty. */
  status: string
  list: ReactNode
  /** @returns whether the key is answered */
  answerKey: (key: string) => boolean
}>

type Props = FieldTexts &
  Readonly<{
    name: string
    placeholder: string
    chips: Chips
    /** Entries that the server refuses. */
    wrong: ReadonlySet<string>
    /** Completes an entry while it is typed. Pasted lists are separated as `splitWords` does. */
    separator: RegExp
    /** By default, the entry itself. */
    chipOf?: (entry: string) => ReactNode
    combobox?: Combobox
  }>

/**
 * A list of short entries. Without scripts, a text area with an entry per line; with scripts, the text area is hidden
 * and submits the entries, which are chips in front of an input.
 */
export function ChipField({ label, note, hint, error, name, ...look }: Props) {
  const { chips } = look
  const area = useRef<HTMLTextAreaElement>(null)
  const isScripted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  const isReplaced = useReplacement(area, isScripted)
  useValue(area, chips)
  return (
    <Field id={undefined} label={label} note={note} hint={hint} error={error}>
      {(control) => (
        <>
          {isScripted && <ChipBox {...look} control={control} />}
          <textarea
            ref={area}
            name={name}
            rows={2}
            autoComplete="off"
            defaultValue={chips.initial}
            {...(isReplaced ? { hidden: true } : { ...textAttributes(true), ...control })}
          />
        </>
      )}
    </Field>
  )
}

/** Whether the input has replaced the text area, and taken its focus, which hiding the text area would lose. */
function useReplacement(area: RefObject<HTMLTextAreaElement | null>, isScripted: boolean): boolean {
  const [isReplaced, setReplaced] = useState(false)
  useLayoutEffect(() => {
    if (!isScripted) return
    const field = area.current
    if (field && field === document.activeElement) field.previousElementSibling?.querySelector('input')?.focus()
    setReplaced(true)
  }, [area, isScripted])
  return isReplaced
}

/** Writes the entries into the field that is submitted. Text that is no chip yet counts: nothing typed is lost. */
function useValue(area: RefObject<HTMLTextAreaElement | null>, { entries, typed, add }: Chips): void {
  const value = [...entries, ...splitWords(typed)].join('\n')
  const takeTyped = useEffectEvent(() => add(splitWords(area.current?.value ?? '')))
  // Text typed before the scripts arrived.
  useLayoutEffect(() => takeTyped(), [])
  useLayoutEffect(() => {
    const field = area.current
    if (!field || field.value === value) return
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, [area, value])
}

type BoxProps = Omit<Props, keyof FieldTexts | 'name'> & Readonly<{ control: ComponentProps<'input'> }>

function ChipBox({ placeholder, separator, combobox, control, ...list }: BoxProps) {
  const { entries, typed, setTyped, notice, add, remove } = list.chips
  const box = useRef<HTMLDivElement>(null)
  useEndInSight(box)
  const leave = useLeaving(() => add(splitWords(typed)))

  function answerKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const { key, currentTarget } = event
    const isAtStart = currentTarget.selectionStart === 0 && currentTarget.selectionEnd === 0
    if (combobox?.answerKey(key)) event.preventDefault()
    else if (key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(splitWords(typed))
    } else if (key === 'Backspace' && typed === '') remove(entries.at(-1) ?? '')
    else if (key === 'ArrowLeft' && isAtStart && entries.length > 0) {
      event.preventDefault()
      focusAt(box.current, entries.length - 1)
    }
  }
  function change(text: string) {
    const { completed, rest } = takeCompleted(text, separator)
    if (completed.length > 0) add(completed, rest)
    else setTyped(rest)
  }
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    if (!/[\n\r\t,;]/.test(text)) return
    event.preventDefault()
    add([...splitWords(typed), ...splitWords(text)])
  }

  return (
    <div className={waitingLine.host}>
      <div ref={box} className={styles.box} data-invalid={control['aria-invalid']}>
        {entries.length > 0 && <ChipList {...list} box={box} />}
        <input
          {...control}
          {...combobox?.attributes}
          className={styles.input}
          placeholder={placeholder}
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => change(event.target.value)}
          onKeyDown={answerKey}
          onPaste={paste}
          onBlur={leave}
        />
      </div>
      {combobox?.list}
      <p aria-live="polite" className="lk-unseen">
        {combobox?.status || notice}
      </p>
    </div>
  )
}

type ListProps = Pick<Props, 'chips' | 'wrong' | 'chipOf'> & Readonly<{ box: RefObject<HTMLElement | null> }>

/** The chips are one stop of the Tab key; arrows move between them. */
function ChipList({ chips: { entries, remove }, wrong, chipOf, box }: ListProps) {
  const t = useTranslations('usersAndAccess.chips')
  const [focused, setFocused] = useState<string>()
  const tabStop = focused !== undefined && entries.includes(focused) ? focused : entries.at(-1)

  function removeAt(index: number) {
    // The chip after it, or before the last one: focusing the input would open the keyboard of a phone.
    focusAt(box.current, index < entries.length - 1 || index === 0 ? index + 1 : index - 1)
    remove(entries[index] ?? '')
  }
  function answerKey(event: KeyboardEvent, index: number) {
    const moves = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: entries.length }
    const target = new Map(Object.entries(moves)).get(event.key)
    if (target !== undefined) focusAt(box.current, target)
    else if (event.key === 'Backspace' || event.key === 'Delete') removeAt(index)
    else return
    event.preventDefault()
  }

  return (
    <ul className={styles.chips}>
      {entries.map((entry, index) => (
        <li key={entry} className={styles.chip} data-wrong={wrong.has(entry) || undefined}>
          {wrong.has(entry) && <IconAlertCircle size={14} stroke={2} role="img" aria-label={t('wrong')} />}
          {chipOf?.(entry) ?? <code className={styles.text}>{entry}</code>}
          <button
            type="button"
            tabIndex={entry === tabStop ? 0 : -1}
            aria-label={t('remove', { entry })}
            onFocus={() => setFocused(entry)}
            onClick={() => removeAt(index)}
            onKeyDown={(event) => answerKey(event, index)}
          >
            <IconX size={14} stroke={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Focuses the remove button of a chip, or the input after the last one. */
function focusAt(box: HTMLElement | null, index: number): void {
  const targets = box?.querySelectorAll<HTMLElement>('button, input') ?? []
  targets[Math.max(index, 0)]?.focus()
}

/** Keeps the focused input in sight, also when chips before it grow. */
function useEndInSight(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (document.activeElement instanceof HTMLInputElement && box.current?.contains(document.activeElement)) {
      box.current.scrollTop = box.current.scrollHeight
    }
  })
}

/**
 * Turns the text into chips once the field is left: after the click if by pointer, so that its target doesn't move
 * away.
 */
function useLeaving(commit: () => void): () => void {
  const [isPressing, setPressing] = useState(false)
  const finish = useEffectEvent(commit)
  useEffect(() => {
    if (!isPressing) return
    function end() {
      setPressing(false)
      finish()
    }
    document.addEventListener('click', end, { once: true })
    return () => document.removeEventListener('click', end)
  }, [isPressing])
  return () => (document.querySelector(':active') ? setPressing(true) : commit())
}
