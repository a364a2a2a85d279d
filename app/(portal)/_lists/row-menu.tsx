import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Menu } from '#components/ui/menu.tsx'

/** The menu of a row, or of the page about one thing. */
export function RowMenu({ label, children }: Readonly<{ label: string; children: ReactNode }>) {
  return (
    <Menu label={label} icon trigger={<IconDots size={16} stroke={1.75} aria-hidden="true" />}>
      {children}
    </Menu>
  )
}
