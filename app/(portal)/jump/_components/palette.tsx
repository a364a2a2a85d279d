'use client'

import { IconCommand, IconCornerDownLeft, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useResults } from '#app/(portal)/_lists/use-results.ts'
import type { JumpResults } from '#app/(portal)/jump/entry.ts'
import { ConnectionMessage } from '#components/connection/connection-message.tsx'
import { FailureMessage } from '#components/connection/failure-message.tsx'
import { useTranslations } from '#components/messages.tsx'
import { useModal } from '#components/ui/dialog.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import waitingLine from '#components/ui/waiting-line.module.css'
import { maxSearchLength } from '#lib/kernel/field-lengths.ts'
import { EntryGroups } from './entry-groups.tsx'
import styles from './palette.module.css'

type Props = Readonly<{
  /** Names the dialog and its field. */
  label: string
  onClose: () => void
}>

type Place = 'here' | 'newTab'

/** The command palette: a combobox whose results are links and forms (ARIA Authoring Practices, "Combobox"). */
export function Palette({ label, onClose }: Props) {
  const t = useTranslations('widgets')
  const dialog = useModal()
  const [text, setText] = useState('')
  const { results, failure, isPending } = useResults<JumpResults>('/jump/results', text.trim())
  const { active, setActive, move } = useActiveEntry(results)
  const close = () => dialog.current?.close()
  const open = useOpening({ active, isPending })

  function answerKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') open(event.ctrlKey || event.metaKey ? 'newTab' : 'here')
    else if (!move(event.key)) return
    event.preventDefault()
  }
  function answerClick({ target, defaultPrevented, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>) {
    const link = target instanceof Element && target.closest('a[role="option"]')
    // Next's router prevents the browser's own navigation.
    if (link && (defaultPrevented || !(ctrlKey || metaKey || shiftKey))) close()
  }
  function followPointer({ target }: MouseEvent) {
    const entry = target instanceof Element && target.closest('[role="option"]')
    if (entry) setActive(entry.id)
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field click the entries.
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={label}
      onClose={onClose}
      onClick={answerClick}
      // The content fills the dialog, so a press on the dialog itself is on the backdrop.
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <div className={`${styles.search} ${waitingLine.host}`}>
        <IconSearch size={20} stroke={1.75} aria-hidden="true" />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={results !== undefined && results.groups.length > 0}
          aria-controls="jump-results"
          aria-autocomplete="list"
          aria-activedescendant={active}
          aria-busy={isPending && !failure}
          placeholder={label}
          value={text}
          maxLength={maxSearchLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={answerKey}
        />
        <button type="button" className={styles.close} onClick={close}>
          <Kbd>esc</Kbd> <span className="lk-unseen">{t('close')}</span>
        </button>
      </div>
      <p role="status" className={failure ? styles.failure : 'lk-unseen'}>
        {failure ? <FailureMessage kind={failure} /> : !isPending && results?.status}
      </p>
      <div id="jump-results" role="listbox" aria-label={label} className={styles.results} onPointerMove={followPointer}>
        {results && <EntryGroups groups={results.groups} active={active} asOptions onDone={close} />}
      </div>
      {results && <Hints texts={results.texts} onClose={close} />}
      <ConnectionMessage />
    </dialog>
  )
}

function Hints({ texts, onClose }: Readonly<{ texts: JumpResults['texts']; onClose: () => void }>) {
  const isMac = /Mac|iP/.test(navigator.platform)
  return (
    <div className={styles.hints}>
      <span>
        <Kbd>
          <IconCornerDownLeft size={12} aria-label="Enter" />
        </Kbd>
        {texts.open}
      </span>
      <span>
        <Kbd>{isMac ? <IconCommand size={12} aria-label="⌘" /> : 'Ctrl'}</Kbd>
        <Kbd>
          <IconCornerDownLeft size={12} aria-label="Enter" />
        </Kbd>
        {texts.newTab}
      </span>
      <button type="button" data-shows-shortcuts onClick={onClose}>
        {texts.shortcuts}
      </button>
    </div>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** The entry that Enter opens: the first one until the user moves. */
function useActiveEntry(results: JumpResults | undefined) {
  const [chosen, setChosen] = useState<{ of: JumpResults | undefined; id: string; byKey: boolean }>()
  const ids = results?.groups.flatMap(({ entries }) => entries.map(({ id }) => id)) ?? []
  const current = chosen?.of === results ? chosen : undefined
  const active = current?.id ?? ids[0]
  useEffect(() => {
    if (active && current?.byKey) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active, current])

  /** Home and End move the cursor of the field until an arrow has moved between entries. */
  function move(key: string): boolean {
    const at = ids.indexOf(active ?? '')
    const ends: Readonly<Record<string, number>> = current?.byKey ? { Home: 0, End: -1 } : {}
    const next = steps[key] === undefined ? ends[key] : (at + steps[key]) % ids.length
    const id = next === undefined ? undefined : ids.at(next)
    if (id) setChosen({ of: results, id, byKey: true })
    return id !== undefined
  }

  return { active, setActive: (id: string) => setChosen({ of: results, id, byKey: false }), move }
}

/** Opens the active entry, as soon as the results for the typed text are there. */
function useOpening({ active, isPending }: Readonly<{ active: string | undefined; isPending: boolean }>) {
  const awaited = useRef<Place>(undefined)

  function open(place: Place) {
    awaited.current = isPending ? place : undefined
    const entry = isPending || !active ? null : document.getElementById(active)
    if (place === 'newTab' && entry instanceof HTMLAnchorElement) window.open(entry.href, '_blank', 'noopener')
    else entry?.click()
  }

  const openAwaited = useEffectEvent(() => {
    if (!isPending && awaited.current) open(awaited.current)
  })
  useEffect(() => {
    if (!isPending) openAwaited()
  }, [isPending])
  return open
}
