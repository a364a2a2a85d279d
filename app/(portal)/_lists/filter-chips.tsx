'use client'

import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, type ToggleEvent, useEffect, useId, useRef, useTransition } from 'react'
import { useTranslations } from '#components/messages.tsx'
import { Link } from '#components/ui/link.tsx'
import styles from './filter-chips.module.css'
import { type FilterOption, FilterOptions } from './filter-options.tsx'

type Parameters = Readonly<Record<string, string>>

export type Filter = Readonly<{
  /** The query parameter, or the first of {@link parameters}. */
  name: string
  label: string
  /** The query parameters that the filter sets, if there are several. */
  parameters?: readonly string[]
  /** The value in words, if the filter is set. */
  value?: string | undefined
  /** The problem of the value. */
  problem?: string | undefined
  /** Values that the problem leaves to choose from, each a link that applies it. `fact` tells equal labels apart. */
  choices?: readonly Readonly<{ label: string; fact: string; value: string }>[]
  /** Common values, each a link that applies it. */
  presets?: readonly Readonly<{ label: string; parameters: Parameters }>[]
}> &
  Readonly<
    /** All values to pick from, or the fields of a GET form. A single field is `required`: no parameter is empty. */
    { options: readonly FilterOption[]; control?: never } | { options?: never; control: ReactNode }
  >

type Props = Readonly<{
  /** The path of the list, with its fragment if the page has several. */
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
 * The filters of a list as chips: a dashed one opens its values in a popover, a set one has its value and a link that
 * removes it. Each value is a link, or submits a GET form that keeps the other filters: everything works without
 * scripts. Scripts apply a choice at once, without empty parameters.
 */
export function FilterChips({ path, label, parameters, filters, children }: Props) {
  const t = useTranslations('widgets')
  const id = useId()
  const removed = useRef<string>(undefined)
  const query = JSON.stringify(parameters)
  // The focused link is gone; its chip stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new list.
  useEffect(() => {
    if (removed.current) document.getElementById(`${id}-${removed.current}-chip`)?.focus()
    removed.current = undefined
  }, [query, id])
  const set = filters.filter(isSet)

  return (
    <search className={styles.filters} aria-label={label} data-print="hide">
      <ul className={styles.chips}>
        {filters.map((filter) => (
          <li
            key={filter.name}
            className={styles.chip}
            data-set={isSet(filter) || undefined}
            data-problem={filter.problem !== undefined || undefined}
          >
            <button id={`${id}-${filter.name}-chip`} type="button" popoverTarget={`${id}-${filter.name}`}>
              {isSet(filter) ? (
                <>
                  {filter.label}: <strong>{filter.value}</strong>
                </>
              ) : (
                <>
                  {filter.label}
                  <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
                </>
              )}
            </button>
            {isSet(filter) && (
              <Link
                href={toHref(path, without(parameters, filter))}
                scroll={false}
                aria-label={t('removeFilter', { label: filter.label })}
                onClick={() => {
                  removed.current = filter.name
                }}
              >
                <IconX size={14} stroke={2} aria-hidden="true" />
              </Link>
            )}
            <div id={`${id}-${filter.name}`} popover="auto" className={styles.panel} onToggle={focusFirst}>
              {filter.options ? (
                <FilterOptions
                  label={filter.label}
                  options={filter.options}
                  current={parameters[filter.name]}
                  hrefOf={(value) => toHref(path, { ...parameters, [filter.name]: value })}
                />
              ) : (
                <FilterForm path={path} parameters={parameters} filter={filter} />
              )}
            </div>
          </li>
        ))}
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
  const [page, fragment] = path.split('#')
  return `${page}${query && `?${query}`}${fragment ? `#${fragment}` : ''}`
}

function closePanel(inside: Element): void {
  inside.closest<HTMLElement>('[popover]')?.hidePopover()
}

function focusFirst({ newState, currentTarget }: ToggleEvent<HTMLElement>): void {
  if (newState !== 'open') return
  currentTarget.querySelector<HTMLElement>('a, input:not([type="hidden"]), select')?.focus()
}
