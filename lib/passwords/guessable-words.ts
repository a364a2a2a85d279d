/** Common passwords from public lists of leaks, in the interface's languages, folded. Their letters don't count. */
export const commonWords: readonly string[] = [
  ...['password', 'passwort', 'kennwort', 'motdepasse', 'contrasena', 'wachtwoord', 'passw0rd', 'p4ssw0rd', 'parola'],
  ...['administrator', 'admin', 'letmein', 'welcome', 'willkommen', 'bienvenue', 'bienvenido', 'benvenuto', 'welkom'],
  ...['changeme', 'default', 'temporary', 'secret', 'geheim', 'segreto', 'trustno1', 'login', 'signin', 'access'],
  ...['iloveyou', 'ichliebedich', 'jetaime', 'tequiero', 'teamo', 'monkey', 'dragon', 'football', 'baseball'],
  ...['sunshine', 'princess', 'superman', 'batman', 'pokemon', 'starwars', 'michael', 'jordan', 'liverpool'],
  ...['chelsea', 'arsenal', 'juventus', 'barcelona', 'realmadrid', 'manchester', 'bayern', 'summer', 'sommer'],
  ...['winter', 'spring', 'autumn', 'herbst', 'january', 'february', 'october', 'november', 'december', 'monday'],
  ...['correcthorsebatterystaple', 'thisismypassword', 'thisisapassword', 'thisisasecret', 'idontknow', 'iforgot'],
  ...['thequickbrownfox', 'jumpsoverthelazydog', 'loremipsumdolor', 'sitamet', 'tobeornottobe', 'thatisthequestion'],
  ...['maytheforcebewithyou', 'iamyourfather', 'winteriscoming', 'onceuponatime', 'happybirthday', 'merrychristmas'],
  ...['happynewyear', 'ingodwetrust', 'jesuschrist', 'jesuslovesme', 'godisgood', 'hallowelt', 'helloworld', 'hello'],
]

export const productWords: readonly string[] = ['latchkey', 'customerplatform', 'portal', 'singlesignon']

/** Keyboard rows and zigzags, digits and the alphabet. A stretch of one doesn't count, in either direction. */
export const walks: readonly string[] = [
  ...['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'qsdfghjklm'],
  ...['zxcvbnm', 'yxcvbnm', 'wxcvbn', '1qaz2wsx3edc4rfv5tgb6yhn7ujm', '1q2w3e4r5t6y7u8i9o0p', 'q1w2e3r4t5y6u7i8o9p0'],
  ...['qazwsxedcrfvtgbyhnujm', '147258369', '741852963', '1q2w3e4r5t6z7u8i9o0p', '1a2b3c4d5e6f7g8h9i'],
]
