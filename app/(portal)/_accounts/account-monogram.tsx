import type { ComponentProps } from 'react'
import { Monogram } from '#components/ui/monogram.tsx'
import { accountColorNumber } from '#lib/domain/accounts/accounts/account-color.ts'
import { accountInitials } from '#lib/kernel/initials.ts'

type Props = Readonly<{
  account: Readonly<{ id: string; name: string }>
  size?: ComponentProps<typeof Monogram>['size']
}>

/** The account's letters on its color. For server components: the color is a hash of the ID. */
export function AccountMonogram({ account: { id, name }, size = 'medium' }: Props) {
  return <Monogram letters={accountInitials(name)} color={accountColorNumber(id)} size={size} />
}
