'use client'

import dynamic from 'next/dynamic'
import { type ComponentProps, type ReactNode, useActionState, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormAction } from '#app/(portal)/_forms/form-state.ts'
import { loadScript } from '#components/connection/load-script.ts'
import type { ActionFailure } from '#components/connection/send-action.ts'
import styles from '#components/ui/bulk-bar.module.css'
import { BulkForm } from '#components/ui/bulk-form.tsx'
import type { BulkState } from './bulk-state.ts'
import type { SelectionWords } from './bulk-step.tsx'

const BulkStep = dynamic(async () => (await loadScript(() => import('./bulk-step.tsx'))).BulkStep)

type Scripts = typeof import('./bulk-scripts.ts')

type Props = Readonly<{
  /** Summarizes a change, does it once confirmed, and reverses it. */
  action: FormAction<BulkState>
  /** Hidden fields of the bar, which name the list. */
  fields: Readonly<Record<string, string>>
  words: SelectionWords
  closeHref: string
  focusId?: string
  children: ReactNode
}> &
  Pick<ComponentProps<typeof BulkForm>, 'id' | 'label' | 'all' | 'actions'>

const initialState: BulkState = { result: undefined, entered: [], confirmBy: false, confirmFirst: false }
const nothing: ReadonlySet<string> = new Set()

/**
 * A list with a bar that changes the selected rows, after a summary. Its scripts load when the first row is selected;
 * until then it is the bar that the page has without scripts.
 */
export function BulkSelection({ action: change, fields, children, ...given }: Props) {
  const { words, closeHref, focusId, ...look } = given
  const root = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<ActionFailure>()
  const [scripts, setScripts] = useState<Scripts>()
  const [initial, setInitial] = useState<readonly string[]>([])
  async function load(): Promise<Scripts> {
    const loaded = await loadScript(() => import('./bulk-scripts.ts'))
    setScripts(loaded)
    return loaded
  }
  // The list may turn to other rows before the scripts are here.
  function begin() {
    if (scripts) return
    const isPagePicked = root.current?.querySelector('[data-pick="page"]:checked')
    const ticked = root.current?.querySelectorAll<HTMLInputElement>(
      `[data-pick="row"]${isPagePicked ? '' : ':checked'}`,
    )
    setInitial([...(ticked ?? [])].map(({ value }) => value))
    void load()
  }
  const beginIfTicked = useEffectEvent(() => {
    if (root.current?.querySelector('[data-pick]:checked')) begin()
  })
  // Rows may be ticked before this script runs.
  useEffect(() => beginIfTicked(), [])
  async function send(before: BulkState, form: FormData): Promise<BulkState> {
    const { sendChange } = await load()
    return sendChange({ action: change, before, form }, setFailure)
  }
  const onServer = typeof window === 'undefined'
  const [state, submit, pending] = useActionState(onServer ? change : send, initialState)
  const action = onServer ? submit : (form: FormData) => void (pending || submit(form))
  const bar = {
    ...look,
    action,
    fields: Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />),
  }
  return (
    <>
      {(state.words || failure) && (
        <BulkStep
          state={state}
          stop={scripts?.withdrawChange}
          action={action}
          undo={(form) => change(initialState, form)}
          failure={failure}
          {...{ closeHref, words, focusId }}
        />
      )}
      <div ref={root} className={styles.list} onChange={begin}>
        {scripts ? (
          <scripts.BulkBar {...bar} root={root} done={state.done} initial={initial} />
        ) : (
          <BulkForm {...bar} picked={nothing} />
        )}
        {children}
      </div>
    </>
  )
}
