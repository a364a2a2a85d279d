'use client'

import { useTranslations } from '#components/messages.tsx'

/** Opens the sign-in page in a new tab, so that this page keeps its input. Only for messages that need scripts. */
export function SignInLink() {
  const t = useTranslations('errors.outage')
  const next = new URLSearchParams({ next: location.pathname + location.search })
  return (
    <a href={`/sign-in?${next}`} target="_blank" rel="noreferrer">
      {t('signIn')}
    </a>
  )
}
