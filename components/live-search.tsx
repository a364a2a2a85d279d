'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useTransition } from 'react'
import { maxSearchLength } from '#lib/kernel/field-lengths.ts'
import { isShortcut } from './shortcuts.ts'
import { SearchField } from './ui/search-field.tsx'

/** Longer than the gap between keystrokes of a fast typist, short enough to feel immediate. */
const pauseMs = 120

type Props = Readonly<{
  /** The path of the results page, with the fragment of the list if it has several. */
  path: string
  /** The query parameter that the page reads. Only the field of `q` has the shortcut `/`. */
  name?: string
  /** The query of the current results. */
  query: string
  label: string
  /** Instead of the label. */
  placeholder?: string | undefined
  /** Further query parameters of the results page, such as a filter. */
  also?: Readonly<Record<string, string>>
  scale?: 'medium' | 'large'
  autoFocus?: boolean
}>

/**
 * A search field that updates the results page while the user types; without scripts, its form is submitted. A newer
 * search replaces a pending one, and the old results stay until new ones arrive. `/` focuses the field.
 */
export function LiveSearch(props: Props) {
  const { path, query, name = 'q', label, placeholder = label, also = {}, scale, autoFocus } = props
  const field = useRef<HTMLInputElement>(null)
  const { pending, searchSoon, searchNow } = useSearch(field, { path, query, name, also })
  const isMain = name === 'q'
  useSearchKey(field, isMain)

  return (
    <search>
      <form action={path} onSubmit={searchNow} aria-busy={pending}>
        {Object.entries(also).map(([kept, value]) => (
          <input key={kept} type="hidden" name={kept} value={value} />
        ))}
        <SearchField
          ref={field}
          name={name}
          label={label}
          placeholder={placeholder}
          defaultValue={query}
          onInput={searchSoon}
          maxLength={maxSearchLength}
          {...(isMain && { shortcut: '/' })}
          {...(scale && { scale })}
          {...(autoFocus && { autoFocus })}
        />
      </form>
    </search>
  )
}

type Field = RefObject<HTMLInputElement | null>
type Results = Required<Pick<Props, 'path' | 'query' | 'name' | 'also'>>

/** Navigates to the results for the field's text unless they are already requested. */
function useSearch(field: Field, { path, query, name, also }: Results) {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const asked = useRef(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const showResults = useEffectEvent((shown: string) => {
    // Also searches for text that was typed before this script ran, or while these results were on their way.
    if (shown === asked.current) return search()
    asked.current = shown
    // A link such as "Clear filters" changed the query: update the field unless the user is typing.
    if (field.current && field.current !== document.activeElement) field.current.value = shown
  })
  useEffect(() => {
    showResults(query)
    return () => clearTimeout(timer.current)
  }, [query])

  function search() {
    clearTimeout(timer.current)
    const typed = field.current?.value.trim() ?? ''
    if (typed === asked.current) return
    asked.current = typed
    const parameters = new URLSearchParams(typed === '' ? also : { ...also, [name]: typed })
    const [page, fragment] = path.split('#')
    const address = `${page}${parameters.size > 0 ? `?${parameters}` : ''}${fragment ? `#${fragment}` : ''}`
    startTransition(() => router.replace(address, { scroll: false }))
  }

  function searchSoon() {
    clearTimeout(timer.current)
    timer.current = setTimeout(search, pauseMs)
  }

  function searchNow(event: FormEvent) {
    event.preventDefault()
    search()
  }

  return { pending, searchSoon, searchNow }
}

function useSearchKey(field: Field, isMain: boolean): void {
  useEffect(() => {
    if (!isMain) return
    function focusField(event: KeyboardEvent) {
      if (!isShortcut(event, '/')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', focusField)
    return () => document.removeEventListener('keydown', focusField)
  }, [field, isMain])
}
