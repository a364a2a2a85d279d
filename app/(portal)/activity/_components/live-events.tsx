'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState, useTransition } from 'react'
import { SignInLink } from '#components/connection/sign-in-link.tsx'
import { useTranslations } from '#components/messages.tsx'
import { Button } from '#components/ui/button.tsx'
import styles from './live-switch.module.css'
import { type PollResult, pollEvents } from './poll-events.ts'

type Props = Readonly<{
  /** Where to request the IDs of new events. Changes with the filter and with each refresh of the page. */
  url: string
  /** Events on the page that the response may contain. */
  knownIds: readonly string[]
  /** The most IDs that a response contains. */
  maxIds: number
  /** The element that contains the events. */
  listId: string
}>

/** A page that is scrolled this little still shows its top. */
const topPx = 40

/**
 * Shows new events as they arrive. While the user reads further down, has expanded an event or moves through the list
 * by keyboard, it shows how many there are instead, so that nothing moves.
 */
export function LiveEvents({ url, knownIds, maxIds, listId }: Props) {
  const t = useTranslations('liveEvents')
  const router = useRouter()
  const [isRefreshing, startTransition] = useTransition()
  const [shownCount, setShownCount] = useState(0)
  const { result, failure } = usePoll(url)
  const count = result.filter((id) => !knownIds.includes(id)).length
  const words = (many: number) => t(many === maxIds ? 'manyNewEvents' : 'newEvents', { count: many })

  function show() {
    setShownCount(count)
    document.getElementById(listId)?.setAttribute('data-arriving', '')
    startTransition(() => router.refresh())
  }
  const showUnlessReading = useEffectEvent(() => {
    if (count > 0 && !isRefreshing && !isReading(listId)) show()
  })
  useEffect(() => {
    // A new result, which may have the same count.
    if (result.length > 0) showUnlessReading()
  }, [result])
  useEffect(() => {
    if (failure === 'forbidden') router.refresh()
  }, [failure, router])
  useArrivalEnd(url, listId)

  function showAtTop() {
    show()
    scrollTo({ top: 0 })
    document.getElementById(listId)?.focus({ preventScroll: true })
  }

  return (
    <>
      <div role="status">
        {failure && failure !== 'forbidden' && <LiveFailure failure={failure} />}
        {!failure && count === 0 && shownCount > 0 && (
          <span key={url} className="lk-unseen">
            {words(shownCount)}
          </span>
        )}
      </div>
      <div role="status" className={styles.waiting}>
        {count > 0 && !isRefreshing && (
          <Button size="small" onClick={showAtTop}>
            {words(count)}
          </Button>
        )}
      </div>
    </>
  )
}

function LiveFailure({ failure }: Readonly<{ failure: 'offline' | 'unreachable' | 'session-ended' }>) {
  const t = useTranslations('errors.outage')
  return (
    <p className={styles.failure}>
      {t(`${failure}.title`)} {failure === 'session-ended' && <SignInLink />}
    </p>
  )
}

const noIds: readonly string[] = []

/** The last IDs for this URL, and why the last request failed. */
function usePoll(url: string) {
  const [last, setLast] = useState<{ url: string; result: PollResult }>()
  const [ids, setIds] = useState<{ url: string; ids: readonly string[] }>()
  useEffect(() => {
    const stop = new AbortController()
    void pollEvents(url, stop.signal, (result) => {
      setLast({ url, result })
      if (!result.failure) setIds({ url, ids: result.ids })
    })
    return () => stop.abort()
  }, [url])
  return { result: ids?.url === url ? ids.ids : noIds, failure: last?.result.failure }
}

/** Ends the mark of the rows that the refresh has inserted. */
function useArrivalEnd(url: string, listId: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each refreshed page.
  useEffect(() => {
    const timer = setTimeout(() => document.getElementById(listId)?.removeAttribute('data-arriving'), 500)
    return () => clearTimeout(timer)
  }, [url, listId])
}

function isReading(listId: string): boolean {
  const list = document.getElementById(listId)
  const selection = getSelection()
  const selects = selection?.isCollapsed === false && list?.contains(selection.anchorNode) === true
  return scrollY > topPx || selects || list?.querySelector('details[open], :focus-visible') != null
}
