import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useResults } from '#app/(portal)/_lists/use-results.ts'
import { FailureMessage } from '#components/connection/failure-message.tsx'
import { useTranslations } from '#components/messages.tsx'
import { Monogram } from '#components/ui/monogram.tsx'
import type { Combobox } from './chip-field.tsx'
import styles from './chips.module.css'
import type { AccountChoice } from './choices-endpoint.ts'
import { splitWords } from './split-words.ts'
import type { Chips } from './use-chips.ts'
import { choicesPath } from './use-known-accounts.ts'

type Choices = Readonly<{ query: string; accounts: readonly AccountChoice[]; status: string }>

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Accounts that match the typed text, as a combobox (ARIA Authoring Practices, "Combobox"). */
export function useAccountSuggestions(chips: Chips, learn: (account: AccountChoice) => void): Combobox {
  const id = useId()
  const typed = chips.typed.trim()
  const [dismissed, setDismissed] = useState('')
  const { results, failure, isPending } = useResults<Choices>(choicesPath, typed || undefined)
  const isOpen = typed !== '' && typed !== dismissed && (failure !== undefined || isRelated(results, typed))
  const accounts = isOpen && results && !failure ? results.accounts : []
  const { active, setActive } = useActive(results, accounts, typed)
  const isReady = !isPending || failure !== undefined || typed === dismissed
  const add = useAdding(isReady, typed, () => choose(accounts[active]))

  function choose(account: AccountChoice | undefined) {
    if (account) learn(account)
    chips.add(account ? [account.id] : splitWords(typed))
  }
  function answerKey(key: string): boolean {
    const step = steps[key]
    if (step !== undefined && accounts.length > 0) setActive((active + step + accounts.length) % accounts.length)
    else if (key === 'Escape' && isOpen) setDismissed(typed)
    else if (key === 'Enter' && typed !== '') add()
    else return false
    return true
  }

  const optionId = (index: number) => `${id}-${index}`
  return {
    attributes: {
      role: 'combobox',
      'aria-expanded': accounts.length > 0,
      'aria-controls': id,
      'aria-autocomplete': 'list',
      'aria-activedescendant': accounts.length > 0 ? optionId(active) : undefined,
      'aria-busy': typed !== '' && isPending && !failure,
    },
    status: isOpen && !isPending ? (results?.status ?? '') : '',
    answerKey,
    list: isOpen && (
      <Suggestions id={id} failure={failure} status={results?.status}>
        {accounts.map((account, index) => (
          <Option
            key={account.id}
            optionId={optionId(index)}
            account={account}
            isActive={index === active}
            onPoint={() => setActive(index)}
            onChoose={() => choose(account)}
          />
        ))}
      </Suggestions>
    ),
  }
}

/** The results of a shorter or longer text stay until those of the typed text arrive. */
function isRelated(results: Choices | undefined, typed: string): boolean {
  return results !== undefined && (typed.startsWith(results.query) || results.query.startsWith(typed))
}

/** The index of the account that Enter adds: the one with the typed ID or the closest one, until the user moves. */
function useActive(results: Choices | undefined, accounts: readonly AccountChoice[], typed: string) {
  const [moved, setMoved] = useState<{ of: Choices | undefined; to: number }>()
  const exact = accounts.findIndex(({ id }) => id === typed)
  return {
    active: moved && moved.of === results ? moved.to : Math.max(exact, 0),
    setActive: (to: number) => setMoved({ of: results, to }),
  }
}

/** Adds the typed text, as soon as the accounts that match it are known. */
function useAdding(isReady: boolean, typed: string, add: () => void): () => void {
  const [awaited, setAwaited] = useState<string>()
  const addAwaited = useEffectEvent(add)
  const isDue = isReady && awaited !== undefined && awaited === typed
  useEffect(() => {
    if (!isDue) return
    setAwaited(undefined)
    addAwaited()
  }, [isDue])
  return () => (isReady ? add() : setAwaited(typed))
}

type ListProps = Readonly<{
  id: string
  failure: ReturnType<typeof useResults>['failure']
  status: string | undefined
  children: readonly ReactNode[]
}>

/** In the top layer, because the dialog would cut it off. */
function Suggestions({ id, failure, status, children }: ListProps) {
  const t = useTranslations('usersAndAccess.chips')
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = list.current?.previousElementSibling
    if (box instanceof HTMLElement) list.current?.showPopover({ source: box })
  }, [])
  return (
    <div ref={list} popover="manual" className={styles.list}>
      {children.length === 0 && <p className={styles.none}>{failure ? <FailureMessage kind={failure} /> : status}</p>}
      <div id={id} role="listbox" aria-label={t('suggestions')}>
        {children}
      </div>
    </div>
  )
}

type OptionProps = Readonly<{
  optionId: string
  account: AccountChoice
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}>

function Option({ optionId, account, isActive, onPoint, onChoose }: OptionProps) {
  const { id, name, letters, color, state } = account
  const option = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      ref={option}
      type="button"
      id={optionId}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onChoose}
    >
      <Monogram letters={letters} color={color} />
      <span className={styles.texts}>
        <span className={styles.name}>{name}</span> <code>{id}</code>
      </span>
      {state && <span>{state}</span>}
    </button>
  )
}
