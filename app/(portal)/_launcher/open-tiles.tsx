'use client'

import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { accountTab } from '#components/account-tab.ts'
import { secondMs } from '#lib/kernel/clock.ts'
import listStyles from './account-list.module.css'
import { keepPlaces, type Place } from './keep-places.ts'
import styles from './open-accounts.module.css'

/** An open account, and what its place shows once it has ended. */
export type OpenTile = Readonly<{
  id: string
  card: ReactNode
  ended: ReactNode
  undoHref: string
  undoLabel: string
}>

type Props = Readonly<{
  heading: ReactNode
  tiles: readonly OpenTile[]
  texts: Readonly<{ undo: string; opensTab: boolean }>
}>

/** How long an ended account can be opened again in its place. */
const undoMs = 8 * secondMs
/** The second click of a double-click on "End" is no choice. */
const doubleClickMs = 600

/**
 * The open accounts as tiles. The place of one that has ended stays until its time is up and the pointer and the focus
 * have left, so that no other tile slides under them.
 */
export function OpenTiles({ heading, tiles, texts }: Props) {
  const [places, setPlaces] = useState<readonly Place<OpenTile>[]>(() => keepPlaces([], tiles))
  const [placed, setPlaced] = useState(tiles)
  if (placed !== tiles) {
    setPlaced(tiles)
    setPlaces(keepPlaces(places, tiles))
  }
  const ended = places.filter((place) => place.isEnded).length
  const leaving = useEndedPlaces(ended, () => setPlaces((shown) => shown.filter((place) => !place.isEnded)))
  if (places.length === 0) return null
  return (
    <section className={listStyles.section} aria-labelledby="open">
      {heading}
      <ul className={styles.tiles} {...leaving}>
        {places.map((place) =>
          place.isEnded ? <EndedTile key={place.tile.id} tile={place.tile} texts={texts} /> : place.tile.card,
        )}
      </ul>
    </section>
  )
}

/** Calls `drop` when the time since the last end is up and neither pointer nor focus is in the list. */
function useEndedPlaces(ended: number, drop: () => void) {
  const state = useRef({ isInside: false, isDue: false })
  const list = useRef<HTMLUListElement>(null)
  function dropIfLeft() {
    const { isInside, isDue } = state.current
    if (!isDue || isInside || list.current?.contains(document.activeElement)) return
    state.current.isDue = false
    drop()
  }
  const dropWhenDue = useEffectEvent(() => {
    state.current.isDue = true
    dropIfLeft()
  })
  useEffect(() => {
    if (ended === 0) return
    const timer = setTimeout(() => dropWhenDue(), undoMs)
    return () => clearTimeout(timer)
  }, [ended])
  function enter() {
    state.current.isInside = true
  }
  function leave() {
    state.current.isInside = false
    dropIfLeft()
  }
  return {
    ref: list,
    onPointerMove: enter,
    onPointerLeave: leave,
    // Once the focus is where it goes.
    onBlur: () => setTimeout(dropIfLeft),
  }
}

type EndedProps = Readonly<{ tile: OpenTile; texts: Props['texts'] }>

function EndedTile({ tile: { id, ended, undoHref, undoLabel }, texts }: EndedProps) {
  const place = useRef<HTMLLIElement>(null)
  const endedAt = useRef(0)
  useEffect(() => {
    endedAt.current = Date.now()
    // The button that had the focus is gone.
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  function ignoreDoubleClick(event: MouseEvent) {
    if (Date.now() - endedAt.current < doubleClickMs) event.preventDefault()
  }
  return (
    <li ref={place} className={styles.tile} tabIndex={-1} data-ended>
      <div className={styles.switch}>{ended}</div>
      <a
        className={styles.undo}
        href={undoHref}
        rel="nofollow"
        target={texts.opensTab ? accountTab(id) : undefined}
        aria-label={undoLabel}
        onClick={ignoreDoubleClick}
      >
        {texts.undo}
      </a>
    </li>
  )
}
