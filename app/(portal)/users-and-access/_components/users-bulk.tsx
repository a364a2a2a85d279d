'use client'

import dynamic from 'next/dynamic'
import { type ComponentProps, type ReactNode, useActionState, useEffect, useEffectEvent, useRef, useState } from 'react'
import { changeUsersAction } from '#app/(portal)/users-and-access/actions.ts'
import type { BulkState } from '#app/(portal)/users-and-access/submit-bulk.ts'
import { loadScript } from '#components/connection/load-script.ts'
import type { ActionFailure } from '#components/connection/send-action.ts'
import styles from '#components/ui/bulk-bar.module.css'
import { BulkForm } from '#components/ui/bulk-form.tsx'
import { bulkFormId } from './bulk-form-id.ts'

const BulkStep = dynamic(async () => (await loadScript(() => import('./bulk-step.tsx'))).BulkStep)

type Scripts = typeof import('./users-bulk-scripts.ts')

type Props = Readonly<{ listState: string; closeHref: string; children: ReactNode }> &
  Pick<ComponentProps<typeof BulkForm>, 'label' | 'all' | 'actions'>

const initialState: BulkState = { result: undefined, entered: [], confirmBy: false, confirmFirst: false }
const nothing: ReadonlySet<string> = new Set()

/**
 * The users list with a bar that changes the selected users, after a summary. Its scripts load when the first row is
 * selected; until then it is the bar that the page has without scripts.
 */
export function UsersBulk({ listState, closeHref, children, ...given }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<ActionFailure>()
  const [scripts, setScripts] = useState<Scripts>()
  const [initial, setInitial] = useState<readonly string[]>([])
  async function load(): Promise<Scripts> {
    const loaded = await loadScript(() => import('./users-bulk-scripts.ts'))
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
    return sendChange(before, form, setFailure)
  }
  const onServer = typeof window === 'undefined'
  const [state, submit, pending] = useActionState(onServer ? changeUsersAction : send, initialState)
  const action = onServer ? submit : (form: FormData) => void (pending || submit(form))
  const bar = {
    ...given,
    id: bulkFormId,
    action,
    fields: <input type="hidden" name="listState" value={listState} />,
  }
  return (
    <>
      {(state.words || failure) && (
        <BulkStep
          state={state}
          stop={scripts?.withdrawChange}
          action={action}
          failure={failure}
          closeHref={closeHref}
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
