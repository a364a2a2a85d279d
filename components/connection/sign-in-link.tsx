'use client'

import { useTranslations } from '../messages.tsx'

/** Signs in in a new tab, so that what was entered here stays. Only for messages that scripts show. */
export function SignInLink() {
  const t = useTranslations('errors.outage')
  const next = new URLSearchParams({ next: location.pathname + location.search })
  return (
    <a href={`/sign-in?${next}`} target="_blank" rel="noreferrer">
      {t('signIn')}
    </a>
  )
}
