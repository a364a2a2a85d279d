import { groupHref } from '#app/(portal)/_urls/groups-url.ts'
import { Chip } from '#components/ui/chip.tsx'
import { Link } from '#components/ui/link.tsx'
import type { GroupChoice } from '#lib/domain/accounts/account-groups/manage-groups.ts'
import styles from './group-chips.module.css'

type Props = Readonly<{
  groups: readonly GroupChoice[]
  /** How many others the account is in. */
  more?: number
}>

/** The groups of an account, as links. */
export function GroupChips({ groups, more = 0 }: Props) {
  return (
    <span className={styles.chips}>
      {groups.map(({ id, name }) => (
        <Chip key={id}>
          <Link className={styles.link} href={groupHref(id)} title={name}>
            {name}
          </Link>
        </Chip>
      ))}
      {more > 0 && <Chip>+{more}</Chip>}
    </span>
  )
}
