import { usernameSchema } from '#lib/domain/people/users/schema.ts'
import { findUserByName } from '#lib/domain/people/users/store.ts'
import type { Db } from '#lib/foundation/db/database.ts'
import { randomBase62 } from '#lib/kernel/crypto.ts'
import { fieldLengths } from '#lib/kernel/field-lengths.ts'

/** A free username like the part of the user name before the `@`. */
export async function deriveUsername(db: Db, userName: string): Promise<string> {
  const [local = ''] = userName.split('@', 1)
  const base = local
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]/g, '')
    .slice(0, fieldLengths.username.max - 7)
  if (usernameSchema.safeParse(base).success && !(await findUserByName(db, base))) return base
  return `${base === '' || base.toLowerCase().startsWith('lkid_') ? 'user' : base}-${randomBase62(6)}`
}

/** As {@link deriveUsername}, from the name of a program: "Order system" becomes `order-system`. */
export function deriveUsernameOfProgram(db: Db, name: string): Promise<string> {
  const words =
    name
      .slice(0, fieldLengths.name.max)
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return deriveUsername(db, words.join('-'))
}
