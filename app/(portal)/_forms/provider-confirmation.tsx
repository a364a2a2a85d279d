'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from '#components/messages.tsx'
import { FormActions } from '#components/ui/form.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { ProviderChoice } from '#lib/domain/sign-in/sign-in-providers/sign-in-provider.ts'

type Props = Readonly<{ provider: ProviderChoice; cancel?: ReactNode }>

/** Leaves for the user's provider, which leads back to this form: for users with neither a password nor a passkey. */
export function ProviderConfirmation({ provider: { id, label }, cancel }: Props) {
  const t = useTranslations('errors.confirm')
  const [pathname, query] = [usePathname(), useSearchParams().toString()]
  const next = query === '' ? pathname : `${pathname}?${query}`
  return (
    <>
      <p className="lk-fine">{t('providerWhy')}</p>
      <FormActions>
        {cancel}
        <LinkButton
          plain
          variant="primary"
          data-wraps
          href={`/sign-in/provider/${id}?${new URLSearchParams({ confirm: '1', next })}`}
        >
          {t('provider', { label })}
        </LinkButton>
      </FormActions>
    </>
  )
}
