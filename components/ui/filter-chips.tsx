'use client'

import { IconPlus, IconX } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useTransition } from 'react'
import { useTranslations } from '#components/messages.tsx'
import styles from './filter-chips.module.css'
import { Link } from './link.tsx'

type Parameters = Readonly<Record<string, string>>

export type Filter = Readonly<{
  /** The query parameter, or the first of {@link parameters}. */
  name: string
  label: string
  /** The query parameters that the filter sets, if there are several. */
  parameters?: readonly string[]
  /** The value in words; without one, the filter is offered under "Add filter". */
  value?: string | undefined
  /** The problem of the value. */
  problem?: string | undefined
  /** Values that the problem leaves to choose from, each a link that applies it. `fact` tells equal labels apart. */
  choices?: readonly Readonly<{ label: string; fact: string; value: string }>[]
  /** Common values, each a link that applies it. */
  presets?: readonly Readonly<{ label: string; parameters: Parameters }>[]
  /** The fields of the filter's GET form. A single field is `required`, so that no empty parameter is sent. */
  control: ReactNode
}>

type Props = Readonly<{
  /** The path of the list. */
  path: string
  /** The accessible name: "Filter events". */
  label: string
  /** The query parameters of the list as it is, without its position. */
  parameters: Parameters
  filters: readonly Filter[]
  /** After the chips: a count, saved views. */
  children?: ReactNode
}>

/**
 * The filters of a list. A set filter is a chip with a link that removes it. Each filter has its own GET form in a
 * popover, which keeps the others: everything works without scripts. Scripts apply a choice at once, without empty
 * parameters.
 */
export function FilterChips({ path, label, parameters, filters, children }: Props) {
  const t = useTranslations('widgets')
  const id = useId()
  const add = useRef<HTMLButtonElement>(null)
  const removed = useRef(false)
  const query = JSON.stringify(parameters)
  // The focused link is gone with its chip.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new list.
  useEffect(() => {
    if (removed.current) add.current?.focus()
    removed.current = false
  }, [query])
  const set = filters.filter(isSet)
  const unset = filters.filter((filter) => !isSet(filter))

  return (
    <search className={styles.filters} aria-label={label} data-print="hide">
      <ul className={styles.chips}>
        {set.map((filter) => (
          <li key={filter.name} className={styles.chip} data-problem={filter.problem !== undefined || undefined}>
            <button type="button" popoverTarget={`${id}-${filter.name}`}>
              {filter.label}: <strong>{filter.value}</strong>
            </button>
            <Link
              href={toHref(path, without(parameters, filter))}
              scroll={false}
              aria-label={t('removeFilter', { label: filter.label })}
              onClick={() => {
                removed.current = true
              }}
            >
              <IconX size={14} stroke={2} aria-hidden="true" />
            </Link>
            <div id={`${id}-${filter.name}`} popover="auto" className={styles.panel}>
              <FilterForm path={path} parameters={parameters} filter={filter} />
            </div>
          </li>
        ))}
        {unset.length > 0 && (
          <li>
            <button ref={add} type="button" className={styles.add} popoverTarget={`${id}-add`}>
              <IconPlus size={14} stroke={2} aria-hidden="true" />
              {t('addFilter')}
            </button>
            <div id={`${id}-add`} popover="auto" className={styles.panel}>
              {unset.map((filter) => (
                <details key={filter.name} name={`${id}-filter`} onToggle={(event) => focusField(event.currentTarget)}>
                  <summary>{filter.label}</summary>
                  <FilterForm path={path} parameters={parameters} filter={filter} />
                </details>
              ))}
            </div>
          </li>
        )}
        {set.length > 1 && (
          <li>
            <Link href={toHref(path, set.reduce(without, parameters))} scroll={false} className={styles.clear}>
              {t('clearFilters')}
            </Link>
          </li>
        )}
        {children && <li className={styles.beside}>{children}</li>}
      </ul>
      <div role="alert" className={styles.problems}>
        {set.map(({ name, problem }) => problem && <p key={name}>{problem}</p>)}
      </div>
      {set.map(
        ({ name, problem, choices = [] }) =>
          choices.length > 0 && (
            <ul key={name} className={styles.choices} aria-label={problem}>
              {choices.map(({ label: choice, fact, value }) => (
                <li key={value}>
                  <Link href={toHref(path, { ...parameters, [name]: value })} scroll={false}>
                    {choice}
                  </Link>{' '}
                  <span className="lk-fine">{fact}</span>
                </li>
              ))}
            </ul>
          ),
      )}
    </search>
  )
}

type FormProps = Readonly<{ path: string; parameters: Parameters; filter: Filter }>

function FilterForm({ path, parameters, filter }: FormProps) {
  const t = useTranslations('widgets')
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const byPointer = useRef(false)
  const kept = without(parameters, filter)

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const given = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()])
    startTransition(() => router.push(toHref(path, Object.fromEntries(given)), { scroll: false }))
    closePanel(form)
  }

  // Arrow keys change a closed select step by step: only a pointer's choice is final (WCAG 3.2.2).
  function applyChoice({ target, currentTarget }: FormEvent<HTMLFormElement>) {
    if (byPointer.current && target instanceof HTMLSelectElement) currentTarget.requestSubmit()
  }

  return (
    <form
      action={path}
      className={styles.form}
      aria-label={filter.label}
      aria-busy={pending}
      onSubmit={apply}
      onChange={applyChoice}
      onPointerDown={() => {
        byPointer.current = true
      }}
      onKeyDown={() => {
        byPointer.current = false
      }}
    >
      {filter.presets && (
        <ul className={styles.presets}>
          {filter.presets.map((preset) => (
            <li key={preset.label}>
              <Link
                href={toHref(path, { ...kept, ...preset.parameters })}
                scroll={false}
                onClick={(event) => closePanel(event.currentTarget)}
              >
                {preset.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {filter.control}
      <button type="submit" className="lk-button" data-variant="secondary" data-size="small">
        {t('applyFilter')}
      </button>
    </form>
  )
}

function isSet({ value, problem }: Filter): boolean {
  return value !== undefined || problem !== undefined
}

function without(parameters: Parameters, { name, parameters: own = [name] }: Filter): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([given]) => !own.includes(given)))
}

function toHref(path: string, parameters: Parameters): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== '')).toString()
  return `${path}${query && `?${query}`}`
}

function closePanel(inside: Element): void {
  inside.closest<HTMLElement>('[popover]')?.hidePopover()
}

function focusField(details: HTMLDetailsElement): void {
  if (details.open) details.querySelector<HTMLElement>('a, input:not([type="hidden"]), select')?.focus()
}
