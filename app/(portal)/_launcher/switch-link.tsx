'use client'

import type { ComponentProps } from 'react'
import { accountTab, showAccountTab } from '#components/account-tab.ts'

type Props = Readonly<{ accountId: string; href: string; opensTab: boolean }> &
  Pick<ComponentProps<'a'>, 'className' | 'title' | 'aria-label' | 'children'>

/** To an open account: shows its tab, if accounts have tabs of their own. */
export function SwitchLink({ accountId, opensTab, ...link }: Props) {
  const own = opensTab && {
    target: accountTab(accountId),
    onClick: (event: Parameters<typeof showAccountTab>[0]) => showAccountTab(event, accountId),
  }
  return <a {...link} {...own} data-variant="secondary" data-size="small" data-open />
}
