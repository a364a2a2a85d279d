/** The leak desk. */
export const leakDesk = {
  title: 'Leak desk',
  intro:
    'Paste what was found in a log, a ticket or a repository. You see whose credentials it contains and whether they work, and can end them. Nothing you paste is stored or logged.',
  text: 'Secrets, tokens or sign-in links',
  textHint: 'Text around them is fine: at most 64 KiB, with up to 20 credentials.',
  tooLong: 'Paste at most 64 KiB.',
  check: 'Check',
  clear: 'Clear',
  found: '{count, plural, one {# credential found} other {# credentials found}}',
  none: 'No credentials found',
  noneWhy:
    'The text contains no API key secret, refresh token, access token or sign-in link of this server. One that was cut off isn’t recognized.',
  kinds: {
    secret: 'API key secret',
    refresh_token: 'Refresh token',
    access_token: 'Access token',
    sign_in_link: 'Sign-in link',
  },
  works: 'Works',
  ended: 'No longer works',
  unknown: 'Unknown',
  contained: 'Contained',
  unknownWhy: 'It isn’t from this server, was altered, or belongs to a key that you can’t manage.',
  facts: {
    key: 'API key',
    noKey: 'None: opened in the portal',
    owner: 'Owner',
    generated: 'Generated',
    issued: 'First token issued',
    lastUsed: 'Last used',
    never: 'Never',
    generation: 'Generation',
    calls: 'Calls',
    families: 'Active token families',
    count: '{count, number}',
  },
  contain: 'Contain',
  containSecret: {
    short: 'Ends the secret, its tokens and the accounts that they opened.',
    title: 'Contain this secret?',
    effect:
      'The secret, all tokens that began with it and the accounts that they opened end at once. Programs that use it are refused until they have another secret of the key.',
  },
  containFamily: {
    short: 'Ends all tokens from the same request and the accounts that they opened.',
    title: 'Contain these tokens?',
    effect:
      'All tokens from the same token request and the accounts that they opened end at once. The program requests new tokens with its secret.',
  },
  next: 'It no longer works. <activity>See what the key did</activity>, or <key>open the key</key> to rotate its secret.',
} as const
