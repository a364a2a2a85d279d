'use client'

import { type ComponentProps, lazy } from 'react'
import { loadScript } from '#components/connection/load-script.ts'
// A component that loads later brings its styles by script, and without scripts it would have none.
import './pin-order.module.css'
import type { PinOrderList } from './pin-order-list.tsx'

/** Loaded when the order is edited. */
const List = lazy(async () => ({ default: (await loadScript(() => import('./pin-order-list.tsx'))).PinOrderList }))

/** Without a boundary of its own: the server's response contains the list, for browsers without scripts. */
export function PinOrder(props: ComponentProps<typeof PinOrderList>) {
  return <List {...props} />
}
