/**
 * The token with one letter left out, put in another's place, or added: other spellings of the same bytes among them.
 */
export function mutationsOf(token: string): ReadonlySet<string> {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.= '
  const mutations = new Set<string>()
  for (let at = 0; at <= token.length; at++) {
    const [before, after] = [token.slice(0, at), token.slice(at + 1)]
    mutations.add(before + after)
    for (const letter of letters) mutations.add(before + letter + after).add(before + letter + token.slice(at))
  }
  mutations.delete(token)
  return mutations
}
