'use client'

import type { ComponentProps } from 'react'
import { IntlProvider } from 'use-intl/react'

type Props = Omit<ComponentProps<typeof IntlProvider>, 'onError' | 'getMessageFallback' | 'now'>

/** Words for client components; which ones, the server decides (see `ClientMessages`). */
export function MessagesProvider(props: Props) {
  return <IntlProvider {...props} />
}
