'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { leaveAccountTab } from '#components/account-tab.ts'
import { minuteMs } from '#lib/kernel/clock.ts'

/** `public/account.js` posts to it when an account's page opens or closes, and listens for `{ ended: <ID> }`. */
const channelName = 'latchkey-accounts'

/**
 * Keeps "Open now" true: reads the page again when an account opens or ends in another tab, when this tab becomes
 * visible, and each minute while accounts are open. Tells the pages of accounts that ended here.
 */
export function OpenAccountsWatch({ ids }: Readonly<{ ids: readonly string[] | undefined }>) {
  useFreshPage(ids !== undefined && ids.length > 0)
  useEndedNotice(ids)
  return null
}

function useFreshPage(hasOpen: boolean): void {
  const router = useRouter()
  useEffect(() => {
    leaveAccountTab()
    const refresh = () => document.visibilityState === 'visible' && router.refresh()
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }) => data === 'changed' && refresh()
    document.addEventListener('visibilitychange', refresh)
    const timer = hasOpen ? setInterval(refresh, minuteMs) : undefined
    return () => {
      channel.close()
      document.removeEventListener('visibilitychange', refresh)
      clearInterval(timer)
    }
  }, [router, hasOpen])
}

function useEndedNotice(ids: readonly string[] | undefined): void {
  const former = useRef(ids ?? [])
  useEffect(() => {
    if (!ids) return
    const ended = former.current.filter((id) => !ids.includes(id))
    former.current = ids
    if (ended.length === 0) return
    const channel = new BroadcastChannel(channelName)
    for (const id of ended) channel.postMessage({ ended: id })
    channel.close()
  }, [ids])
}
