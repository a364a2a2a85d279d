'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type RefObject, useEffect, useRef, useTransition } from 'react'
import { isShortcut } from './shortcuts.ts'
import { SearchField } from './ui/search-field.tsx'

/** Long enough for a quick typist's next key, too short to be noticed. */
const pauseMs = 120

type Props = Readonly<{
  /** The path of the page that shows the results; it reads the query `q`. */
  path: string
  /** What the page shows results for. */
  query: string
  label: string
  /** What else the address of the results carries, such as a filter. */
  also?: Readonly<Record<string, string>>
  scale?: 'medium' | 'large'
  autoFocus?: boolean
}>

/**
 * A search whose results are a page of their own: with scripts the page follows the typing, without them the form is
 * sent. A newer search takes the place of one that is under way; until it is answered the old results stay. The key
 * `/` leads to it.
 */
export function LiveSearch({ path, query, label, also = {}, scale, autoFocus }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const { pending, searchSoon, searchNow } = useSearch(field, { path, query, also })
  useSearchKey(field)

  return (
    <search>
      <form action={path} onSubmit={searchNow} aria-busy={pending}>
        {Object.entries(also).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchField
          ref={field}
          name="q"
          label={label}
          shortcut="/"
          defaultValue={query}
          onInput={searchSoon}
          maxLength={120}
          {...(scale && { scale })}
          {...(autoFocus && { autoFocus })}
        />
      </form>
    </search>
  )
}

type Field = RefObject<HTMLInputElement | null>
type Results = Required<Pick<Props, 'path' | 'query' | 'also'>>

/** Asks for the results of what stands in the field, unless they are those asked for last. */
function useSearch(field: Field, { path, query, also }: Results) {
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const asked = useRef(query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    asked.current = query
    // Another way led here, such as "Show all": the field follows, unless somebody is typing into it.
    if (field.current && field.current !== document.activeElement) field.current.value = query
    return () => clearTimeout(timer.current)
  }, [field, query])

  function search() {
    clearTimeout(timer.current)
    const typed = field.current?.value.trim() ?? ''
    if (typed === asked.current) return
    asked.current = typed
    const parameters = new URLSearchParams(typed === '' ? also : { ...also, q: typed })
    const address = parameters.size > 0 ? `${path}?${parameters}` : path
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

function useSearchKey(field: Field): void {
  useEffect(() => {
    function focusField(event: KeyboardEvent) {
      if (!isShortcut(event, '/')) return
      event.preventDefault()
      field.current?.focus()
      field.current?.select()
    }
    document.addEventListener('keydown', focusField)
    return () => document.removeEventListener('keydown', focusField)
  }, [field])
}
