import { leakedPasswords } from '#lib/domain/people/passwords/leaked-passwords.ts'

/** Words and phrases of common passwords in the interface's languages, beyond the list of leaked ones. */
const phrases = `
  kennwort motdepasse contrasena wachtwoord parola administrator admin letmein welcome
  willkommen bienvenue bienvenido benvenuto welkom default temporary secret geheim
  segreto signin login access ichliebedich jetaime tequiero teamo monkey dragon
  batman pokemon michael jordan chelsea arsenal bayern summer sommer winter spring
  autumn herbst january october monday iforgot hello hallowelt helloworld
  correcthorsebatterystaple thisismypassword thisisapassword thisisasecret thequickbrownfox
  jumpsoverthelazydog loremipsumdolor sitamet tobeornottobe thatisthequestion iamyourfather
  maytheforcebewithyou winteriscoming onceuponatime happybirthday merrychristmas happynewyear
  ingodwetrust jesuschrist jesuslovesme godisgood
`
  .trim()
  .split(/\s+/)

export const commonWords: readonly string[] = [...leakedPasswords, ...phrases]

export const productWords: readonly string[] = ['latchkey', 'customerplatform', 'portal', 'singlesignon']

/** Keyboard rows and zigzags, digits and the alphabet. A stretch of one doesn't count, in either direction. */
export const walks: readonly string[] = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujm',
  '147258369',
  '741852963',
  '1q2w3e4r5t6z7u8i9o0p',
  '1a2b3c4d5e6f7g8h9i',
]
