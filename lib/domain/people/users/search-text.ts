import type { User } from '#lib/domain/people/users/user.ts'
import { expandedSpellings, foldForSearch } from '#lib/kernel/fold-text.ts'

/** The text that searches match and lists sort by: folded name, username and email address, then their spellings. */
export function toUserSearchText(user: Pick<User, 'name' | 'username' | 'email'>): string {
  const texts = [user.name, user.username, user.email ?? '']
  return [...texts.map(foldForSearch), ...expandedSpellings(texts)].join('\n')
}
