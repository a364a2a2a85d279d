import { expandedSpellings, foldForSearch } from '#lib/fold-text.ts'
import type { User } from '#lib/users/user.ts'

/** The text that searches match and lists sort by: folded name, username and email address, then their spellings. */
export function toUserSearchText(user: Pick<User, 'name' | 'username' | 'email'>): string {
  const texts = [user.name, user.username, user.email ?? '']
  return [...texts.map(foldForSearch), ...expandedSpellings(texts)].join('\n')
}
