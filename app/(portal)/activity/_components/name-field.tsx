'use client'

import { type KeyboardEvent, useId, useRef, useState } from 'react'
import styles from '#app/(portal)/_chips/chips.module.css'
import { useResults } from '#app/(portal)/_lists/use-results.ts'
import { FailureMessage } from '#components/connection/failure-message.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { NamedFilter } from '#lib/domain/events/activity/named-filters.ts'
import type { NameSuggestions } from '#lib/web/endpoints/activity-names.ts'

type Props = Readonly<{ name: NamedFilter; label: string; defaultValue: string }>

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * A name or an ID, with suggestions while typing (ARIA Authoring Practices, "Combobox"). Enter submits the text, unless
 * an arrow key chose a suggestion. Without scripts, the server finds what the text names.
 */
export function NameField({ name, label, defaultValue }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const { results, failure } = useResults<NameSuggestions & { query: string }>(
    `/activity/names?filter=${name}`,
    wanted || undefined,
  )
  const [moved, setMoved] = useState<{ of: typeof results; to: number }>()
  const choices = wanted === '' || failure || !results ? [] : results.choices
  const active = moved && moved.of === results ? moved.to : -1

  function choose(chosen: string) {
    if (!field.current) return
    field.current.value = chosen
    setTyped('')
    field.current.form?.requestSubmit()
  }
  function answerKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = steps[event.key]
    const chosen = choices[active]
    if (step !== undefined && choices.length > 0) {
      const from = active < 0 && step < 0 ? 0 : active
      setMoved({ of: results, to: (from + step + choices.length) % choices.length })
    } else if (event.key === 'Enter' && chosen) choose(chosen.id)
    else return
    event.preventDefault()
  }

  return (
    <>
      <TextField
        ref={field}
        name={name}
        label={label}
        defaultValue={defaultValue}
        required
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={answerKey}
      />
      <div id={id} role="listbox" aria-label={label} hidden={choices.length === 0}>
        {choices.map((choice, index) => (
          <button
            key={choice.id}
            type="button"
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            // The focus stays in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(choice.id)}
          >
            <span className={styles.texts}>
              <span className={styles.name}>{choice.name}</span> <span className="lk-fine">{choice.fact}</span>
            </span>
          </button>
        ))}
      </div>
      <p aria-live="polite" className={wanted !== '' && choices.length === 0 ? styles.none : 'lk-unseen'}>
        {wanted !== '' && (failure ? <FailureMessage kind={failure} /> : results?.status)}
      </p>
    </>
  )
}
