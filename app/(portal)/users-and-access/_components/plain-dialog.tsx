'use client'

import type { ComponentProps, ReactNode } from 'react'
import { Dialog } from '#components/ui/dialog.tsx'
import { FormActions } from '#components/ui/form.tsx'

type Props = Pick<ComponentProps<typeof Dialog>, 'title' | 'children'> &
  Readonly<{ closeHref: string; actions: ReactNode }>

/** A dialog without a form: links lead out of it. */
export function PlainDialog({ children, actions, ...dialog }: Props) {
  return (
    <Dialog {...dialog}>
      {children}
      <FormActions>{actions}</FormActions>
    </Dialog>
  )
}
