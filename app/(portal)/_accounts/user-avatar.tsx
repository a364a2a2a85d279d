import { Avatar } from '#components/ui/monogram.tsx'
import { NounIcon } from '#components/ui/noun-icon.tsx'
import { isPortalRole, type Role } from '#lib/foundation/authorization/roles.ts'
import { initials } from '#lib/kernel/initials.ts'

type Props = Readonly<{ user: Readonly<{ name: string; role: Role }>; size?: 'small' | 'medium' }>

/** A user's initials, or the icon of service users. */
export function UserAvatar({ user: { name, role }, size = 'medium' }: Props) {
  const isService = !isPortalRole(role)
  return (
    <Avatar kind={isService ? 'service' : 'person'} size={size}>
      {isService ? <NounIcon noun="serviceUser" size={size === 'small' ? 12 : 16} /> : initials(name)}
    </Avatar>
  )
}
