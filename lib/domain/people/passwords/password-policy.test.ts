import { describe, expect, it } from 'vitest'
import { leakedPasswords } from '#lib/domain/people/passwords/leaked-passwords.ts'
import { findPasswordProblem } from '#lib/domain/people/passwords/password-policy.ts'
import { sampled } from '#lib/testing/sampling.ts'

const holder = { name: 'Jane Alexandra Roe', username: 'jroe-2026', email: 'jane.roe@acme-tools.example' }
const companyNames = ['Globex Märchenwald', 'login.initech.example']
const problemOf = (password: string, minLength = 15) =>
  findPasswordProblem(password, { holder, companyNames, minLength })

describe('a password is accepted', () => {
  it.each([
    'seven ripe plums',
    '               x'.padStart(16, 'spaces count '),
    'correct horse staples batteries',
    'ölfarben trocknen über nacht',
    'пять спелых слив в миске',
    '五つの熟したプラムが鉢の中にある',
    '🌵 🦜 ⛵ 🧭 🪵 🍋 🎻 🪁',
    'latchkey opens the garden shed',
    'Jane keeps seven plums',
    'my password is a ripe plum',
  ])('%j', (password) => {
    expect(problemOf(password)).toBeUndefined()
  })

  it('with 15 to 128 characters', () => {
    const plums =
      'plums ripen in a wooden bowl while the rain falls on the shed and nobody comes to see how they are doing, which is rather a pity'
    expect(problemOf(plums.slice(0, 14))).toBe('too_short')
    expect(problemOf(plums.slice(0, 15))).toBeUndefined()
    expect(problemOf(plums.padEnd(128, '.').slice(0, 128))).toBeUndefined()
    expect(problemOf(plums.padEnd(129, '.'))).toBe('too_long')
  })

  it('counted in composed characters', () => {
    // Fifteen times "é" in two code points.
    const accented = 'éàüñöîçêâùïôëòì'.normalize('NFD')
    expect(accented).toHaveLength(30)
    expect(problemOf(accented)).toBeUndefined()
    expect(problemOf(accented.slice(0, 28))).toBe('too_short')
  })
})

describe('a password is refused', () => {
  it.each([
    ['common', 'passwordpassword1'],
    ['common', 'Password Welcome 2026'],
    ['common', 'correct-horse-battery-staple'],
    ['common', 'administrator!!'],
    ['common', 'letmein letmein!'],
    ['common', 'Butterfly-Mountain'],
    ['common', 'momsanaladventure'],
    ['common', 'MotDePasse.MotDePasse'],
    ['personal', 'janealexandraroe'],
    ['personal', 'Jane.Roe@acme-tools.example'],
    ['personal', 'jroe-2026 jroe-2026'],
    ['personal', 'acme-tools 12345'],
    ['company', 'Globex-Globex 2026'],
    ['company', 'MarchenwaldGlobex'],
    ['company', 'initech initech 7'],
    ['product', 'latchkey latchkey'],
    ['product', 'Latchkey-Portal-1'],
    ['pattern', '111111111111111'],
    ['pattern', 'abcabcabcabcabcabc'],
    ['pattern', '123456789012345'],
    ['pattern', '987654321098765'],
    ['pattern', 'qwertyuiopasdfgh'],
    ['pattern', 'POIUYTREWQLKJHGFDSA'],
    ['pattern', '1qaz2wsx3edc4rfv'],
    ['pattern', 'abcdefghijklmnopqrstuvwxyz'],
    ['pattern', '               '],
    ['malformed', `plums in a bowl ${'\ud800'}`],
  ])('as %s: %j', (problem, password) => {
    expect(problemOf(password)).toBe(problem)
  })

  it('quickly, for every construction', () => {
    const start = performance.now()
    for (const unit of ['a', 'qwertyuiop', 'password', '1q', 'é']) problemOf(unit.repeat(128).slice(0, 128))
    expect(performance.now() - start).toBeLessThan(500)
  })
})

describe('the list of leaked passwords', () => {
  const ofLength = (min: number) => leakedPasswords.filter((password) => [...password].length >= min)

  it('has 3,000 of at least 8 characters, and further ones of at least 15', () => {
    expect(leakedPasswords.slice(0, 3)).toEqual(['password', '12345678', '123456789'])
    expect(new Set(leakedPasswords).size).toBe(leakedPasswords.length)
    expect(ofLength(8)).toEqual(leakedPasswords)
    expect(leakedPasswords.filter((password, index) => index >= 3_000 && [...password].length < 15)).toEqual([])
  })

  it.each([8, 15])('is refused as a whole where a password has at least %d characters', (min) => {
    expect(sampled(ofLength(min)).filter((password) => problemOf(password, min) === undefined)).toEqual([])
  })
})

describe('a password of at least 8 characters, for a user with a second factor', () => {
  it.each([
    ['too_short', 'plum pi'],
    [undefined, 'plum pie'],
    ['common', 'football7!x'],
    [undefined, 'football7!xz'],
    ['personal', 'Jane-Roe'],
    ['company', 'globex!1'],
    ['product', 'Latchkey'],
    ['pattern', 'plumplum'.slice(0, 3).repeat(3)],
    ['pattern', 'qwertyui'],
  ])('gets the problem %s: %j', (problem, password) => {
    expect(problemOf(password, 8)).toBe(problem)
  })
})
