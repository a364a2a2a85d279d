'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useEffect, useRef, useTransition } from 'react'

const pauseMs = 150

type Values = Readonly<Record<string, string>>

type Props = Readonly<{
  path: string
  fragment: string
  /** The values of the results on the screen, and those that the URL omits. */
  values: Values
  defaults: Values
  /** Parameters of other lists on the page. */
  also: Values
  className: string | undefined
  children: ReactNode
}>

/** A GET form that applies itself while the user types or chooses. Without scripts, its button submits it. */
export function AutoFilter({ path, fragment, values, defaults, also, className, children }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const requested = useRef('')
  const router = useRouter()
  const [pending, startTransition] = useTransition()
  const shown = JSON.stringify(values)

  // A link such as "Clear filters" changes the values; a field in use keeps what is being typed.
  useEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(shown) as Values)) {
      const field = form.current?.elements.namedItem(name)
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement
      if (isField && field !== document.activeElement) field.value = value
    }
    return () => clearTimeout(timer.current)
  }, [shown])

  function apply() {
    clearTimeout(timer.current)
    if (!form.current) return
    const parameters = new URLSearchParams(also)
    for (const [name, value] of new FormData(form.current)) {
      if (typeof value === 'string' && name in defaults && value.trim() !== defaults[name]) {
        parameters.set(name, value.trim())
      }
    }
    const query = parameters.toString()
    if (query === requested.current) return
    requested.current = query
    startTransition(() => router.replace(`${path}${query && `?${query}`}#${fragment}`, { scroll: false }))
  }
  function applySoon({ target }: FormEvent) {
    clearTimeout(timer.current)
    timer.current = setTimeout(apply, target instanceof HTMLSelectElement ? 0 : pauseMs)
  }
  function applyNow(event: FormEvent) {
    event.preventDefault()
    requested.current = '\n'
    apply()
  }

  return (
    <form
      ref={form}
      action={`${path}#${fragment}`}
      className={className}
      onInput={applySoon}
      onSubmit={applyNow}
      aria-busy={pending}
    >
      {Object.entries(also).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
