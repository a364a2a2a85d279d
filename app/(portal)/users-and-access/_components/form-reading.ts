import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { splitWords } from '#app/(portal)/_chips/split-words.ts'

/** What the form around an element holds; undefined before scripts run. @param read is called at each input */
export function useFormReading<T>(ref: RefObject<HTMLElement | null>, read: (form: FormData) => T): T | undefined {
  const [reading, setReading] = useState<T>()
  const update = useEffectEvent((form: HTMLFormElement) => setReading(read(new FormData(form))))
  useEffect(() => {
    const form = ref.current?.closest('form')
    if (!form) return
    const follow = () => update(form)
    follow()
    form.addEventListener('input', follow)
    return () => form.removeEventListener('input', follow)
  }, [ref])
  return reading
}

export function fieldText(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}

/** Each entry once, as the server counts them. */
export function countWords(value: FormDataEntryValue | null): number {
  return new Set(splitWords(fieldText(value))).size
}
