'use client'

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { BulkForm, type BulkFormProps } from './bulk-form.tsx'

type Props = BulkFormProps &
  Readonly<{
    /** The list, with a `PickBox` in each row. It may be another page of the list later: the selection stays. */
    root: RefObject<HTMLElement | null>
    /** Changes when the action is done: clears the selection. */
    done: unknown
    /** Rows that were selected before this script ran, some of which may be on another page now. */
    initial: readonly string[]
  }>

/**
 * The bar of a list whose rows can be selected, over its head. Rows stay selected while the list is searched or paged.
 * Without scripts, a `BulkForm` submits the selected rows of this page.
 */
export function BulkBar({ root, done, initial, ...form }: Props) {
  const { picked, clear } = usePicked(root, done, initial)
  return <BulkForm {...form} picked={picked} onClear={clear} />
}

/** The selected rows of all pages. The checkboxes of the page follow it. */
function usePicked(root: RefObject<HTMLElement | null>, done: unknown, initial: readonly string[]) {
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set(initial))
  const [cleared, setCleared] = useState(done)
  if (cleared !== done) {
    setCleared(done)
    setPicked(new Set())
  }
  const addTicked = useEffectEvent(() => {
    const isPagePicked = pageBoxOf(root.current)?.checked
    const ticked = boxesOf(root.current).filter((box) => isPagePicked || box.checked)
    if (ticked.length > 0) setPicked((before) => new Set([...before, ...ticked.map((box) => box.value)]))
  })
  // Rows may be ticked before this script runs: a layout effect, because the next one would untick them.
  useLayoutEffect(() => addTicked(), [])
  // After each render: the rows may be those of another page.
  useLayoutEffect(() => showPicked(root.current, picked))

  const change = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.pick === undefined) return
    const boxes = target.dataset.pick === 'page' ? boxesOf(root.current) : [target]
    const values = new Set(boxes.map((box) => box.value))
    setPicked((before) => {
      const others = [...before].filter((value) => !values.has(value))
      return new Set(target.checked ? [...others, ...values] : others)
    })
  })
  useEffect(() => {
    const list = root.current
    list?.addEventListener('change', change)
    // Again: the ref of a list around this bar is set only after the bar's layout effects.
    addTicked()
    return () => list?.removeEventListener('change', change)
  }, [root])
  function clear() {
    setPicked(new Set())
    boxesOf(root.current)[0]?.focus()
  }
  return { picked, clear }
}

function boxesOf(root: HTMLElement | null): HTMLInputElement[] {
  return [...(root?.querySelectorAll<HTMLInputElement>('input[data-pick="row"]') ?? [])]
}

function pageBoxOf(root: HTMLElement | null): HTMLInputElement | null | undefined {
  return root?.querySelector<HTMLInputElement>('input[data-pick="page"]')
}

function showPicked(root: HTMLElement | null, picked: ReadonlySet<string>): void {
  const boxes = boxesOf(root)
  for (const box of boxes) box.checked = picked.has(box.value)
  const page = pageBoxOf(root)
  if (!page) return
  const ticked = boxes.filter((box) => box.checked).length
  page.checked = ticked > 0 && ticked === boxes.length
  page.indeterminate = ticked > 0 && ticked < boxes.length
}
