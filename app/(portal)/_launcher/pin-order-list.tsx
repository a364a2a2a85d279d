'use client'

import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, useOptimistic, useRef, useState } from 'react'
import { ActionForm } from '#components/connection/action-form.tsx'
import { moveBefore } from '#lib/domain/accounts/accounts/move-before.ts'
import { movePinned } from './actions.ts'
import styles from './pin-order.module.css'

type Item = Readonly<{
  id: string
  name: string
  mark: ReactNode
  /** Labels of the buttons. */
  up: string
  down: string
  /** Announced after a move, with `{place}` for the new place. */
  moved: string
}>

type Props = Readonly<{ accounts: readonly Item[]; hint: string }>

/** The pinned accounts as a list to arrange: by dragging, or with buttons, which work without scripts. */
export function PinOrderList({ accounts, hint }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const ids = accounts.map(({ id }) => id)
  const [order, applyMove] = useOptimistic<readonly string[], FormData>(ids, (current, form) =>
    moveBefore(current, String(form.get('accountId')), String(form.get('before'))),
  )
  const { dragged, startDrag } = useDrag(list, order)
  const [announced, setAnnounced] = useState('')
  const shown = dragged?.order ?? order
  const byId = new Map(accounts.map((account) => [account.id, account]))

  function showMove(form: FormData) {
    applyMove(form)
    const moved = byId.get(String(form.get('accountId')))
    if (!moved) return
    const place = moveBefore(order, moved.id, String(form.get('before'))).indexOf(moved.id) + 1
    setAnnounced(moved.moved.replace('{place}', String(place)))
  }

  return (
    <>
      <p className={`lk-fine ${styles.hint}`}>{hint}</p>
      <ol ref={list} className={`lk-card ${styles.list}`}>
        {shown.map((id, index) => {
          const account = byId.get(id)
          if (!account) return null
          const up = shown[index - 1] ?? shown[1] ?? ''
          return (
            <li key={id} className={styles.row} data-id={id} data-dragged={dragged?.id === id}>
              <span
                className={styles.grip}
                onPointerDown={(event) => startDrag(event, id)}
                aria-hidden="true"
                data-needs-script
              >
                <IconGripVertical size={18} stroke={1.75} />
              </span>
              {account.mark}
              <p className={styles.name}>
                <strong>{account.name}</strong> <code>{id}</code>
              </p>
              <ActionForm action={movePinned} onSend={showMove} className={styles.buttons}>
                <input type="hidden" name="accountId" value={id} />
                <MoveButton icon={IconArrowUp} label={account.up} before={up} isEnd={index === 0} />
                <MoveButton
                  icon={IconArrowDown}
                  label={account.down}
                  before={shown[index + 2] ?? ''}
                  isEnd={index === shown.length - 1}
                />
                {/* Submits the place where a drag ends. */}
                <button type="submit" name="before" hidden />
              </ActionForm>
            </li>
          )
        })}
      </ol>
      <p className="lk-unseen" role="status">
        {announced}
      </p>
    </>
  )
}

type MoveButtonProps = Readonly<{ icon: typeof IconArrowUp; label: string; before: string; isEnd: boolean }>

/** At the end of the list it keeps the focus and changes nothing. */
function MoveButton({ icon: Icon, label, before, isEnd }: MoveButtonProps) {
  return (
    <button
      type="submit"
      name="before"
      value={before}
      className={`lk-button ${styles.move}`}
      data-variant="quiet"
      data-size="small"
      data-icon
      aria-label={label}
      title={label}
      aria-disabled={isEnd || undefined}
      onClick={(event) => isEnd && event.preventDefault()}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </button>
  )
}

type Drag = Readonly<{ id: string; order: readonly string[] }>

/** Rows give way while one is dragged by its grip. Releasing submits its form; Escape cancels. */
function useDrag(list: { current: HTMLOListElement | null }, order: readonly string[]) {
  const [dragged, setDragged] = useState<Drag>()

  function startDrag(event: PointerEvent<HTMLElement>, id: string) {
    if (event.button !== 0) return
    event.preventDefault()
    const end = new AbortController()
    const { signal } = end
    let current = order
    setDragged({ id, order })
    const finish = () => {
      end.abort()
      setDragged(undefined)
    }
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const next = rowBelow(list.current, id, clientY)
      current = moveBefore(order, id, next ?? '')
      setDragged({ id, order: current })
    }
    const drop = () => {
      if (current.some((other, index) => other !== order[index])) submitMove(list.current, id, current)
      finish()
    }
    addEventListener('pointermove', follow, { signal })
    addEventListener('pointerup', drop, { signal })
    addEventListener('pointercancel', finish, { signal })
    addEventListener('keydown', ({ key }) => key === 'Escape' && finish(), { signal })
  }

  return { dragged, startDrag }
}

/** The first other row whose middle is below the pointer. */
function rowBelow(list: HTMLElement | null, id: string, y: number): string | undefined {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-id]') ?? [])]
  const next = rows.find((row) => {
    const { top, height } = row.getBoundingClientRect()
    return row.dataset.id !== id && top + height / 2 > y
  })
  return next?.dataset.id
}

function submitMove(list: HTMLElement | null, id: string, order: readonly string[]): void {
  const button = list?.querySelector<HTMLButtonElement>(`[data-id="${CSS.escape(id)}"] button[hidden]`)
  if (!button) return
  button.value = order[order.indexOf(id) + 1] ?? ''
  button.form?.requestSubmit(button)
}
