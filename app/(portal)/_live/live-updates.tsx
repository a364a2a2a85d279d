'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState } from 'react'
import styles from './live-updates.module.css'

type Props = Readonly<{
  /** The stream of this page, without the version. */
  url: string
  version: string
  words: Readonly<{ listening: string; paused: string; reload: string }>
}>

/** After a stream was refused; the browser itself reconnects one that broke off. */
const retryMs = 10_000

/** Refreshes the page at each event of its stream. Without scripts, or while it fails, a link reloads the page. */
export function LiveUpdates({ url, version, words }: Props) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(false)
  const connect = useEffectEvent(() => new EventSource(`${url}?version=${encodeURIComponent(version)}`))
  const refresh = useEffectEvent(() => router.refresh())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let source = start()
    function start() {
      const opened = connect()
      opened.onopen = () => setOpen(true)
      opened.onmessage = () => refresh()
      opened.onerror = () => {
        setOpen(false)
        if (opened.readyState !== EventSource.CLOSED) return
        timer = setTimeout(() => {
          source = start()
        }, retryMs)
      }
      return opened
    }
    return () => {
      clearTimeout(timer)
      source.close()
    }
  }, [])
  return (
    <span className={styles.state} data-open={isOpen}>
      <span role="status">
        <span>{words.listening}</span>
        <span>
          {words.paused} <a href="?">{words.reload}</a>
        </span>
      </span>
    </span>
  )
}
