'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

type Props = Readonly<{ name: string; current: string }>

/** Stores the browser's time zone in a cookie, so that the server renders times in it. */
export function TimeZoneCookie({ name, current }: Props) {
  const router = useRouter()
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const cookie = `${name}=${timeZone}`
    if (document.cookie.split('; ').includes(cookie)) return
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in some browsers and on http.
    document.cookie = `${cookie}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
    if (timeZone !== current) router.refresh()
  }, [name, current, router])
  return null
}
