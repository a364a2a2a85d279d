/** The first letters of the first and last word: "Émile de la Tour" → "ÉT". */
export function initials(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  const [first = '', last = ''] = [words.at(0), words.length > 1 ? words.at(-1) : '']
  return [first, last]
    .map((word) => [...word.normalize('NFC')].at(0) ?? '')
    .join('')
    .toLocaleUpperCase()
}

const legalForms: ReadonlySet<string> = new Set(
  `
  ab ag aps as asa co company corp corporation inc incorporated limited
  llc llp lp ltd plc pte pty bv bvba cv nv vof eg ek ev gbr
  gesmbh ggmbh gmbh mbh kg kgaa og ohg ug eurl sa sàrl sarl sas sasu
  snc sci scop sca scrl sl slu srl srls spa sapa lda ltda oy oyj oü
  kft zrt doo spzoo eu genossenschaft sc scs coop scoop sacv srlcv
`
    .trim()
    .split(/\s+/),
)

/** Two letters without the legal form: "Acme Bakery GmbH & Co. KG" → "AB", "Nordwind B.V." → "NO". */
export function accountInitials(name: string): string {
  const short = withoutLegalForm(name)
  const letters = [...short.normalize('NFC')].filter((character) => /[\p{L}\p{N}]/u.test(character))
  const found = initials(short)
  return [...found].length > 1 ? found : letters.slice(0, 2).join('').toLocaleUpperCase()
}

/** The name without a trailing legal form, unless the name is nothing else. */
function withoutLegalForm(name: string): string {
  // "S. de R.L. de C.V." and "S. Coop." count as one word.
  const joined = name.trim().replace(/ de (?=[CR]\.? ?[LV]\b)|(?<=\bS\.?) (?=Coop\b)/giu, '')
  const words = joined.split(/\s+/u)
  const end = words.findLastIndex((word) => !isLegalForm(word))
  return end < 0 ? name : words.slice(0, end + 1).join(' ')
}

function isLegalForm(word: string): boolean {
  const letters = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return letters === '' || legalForms.has(letters)
}
