import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dayMs, hourMs } from '#lib/kernel/clock.ts'
import { EnvError, isLoopbackHost, readEnv } from '#lib/kernel/env.ts'

const secret = 's'.repeat(32)
const other = 't'.repeat(32)

describe('the configuration', () => {
  it('needs nothing on one machine', () => {
    expect(readEnv({})).toEqual({
      port: 3000,
      host: undefined,
      baseUrl: 'http://localhost:3000',
      processes: 1,
      dataDir: resolve('data'),
      masterSecrets: undefined,
      accessTokenSeconds: 36_000,
      refreshRetrySeconds: 10,
      signingKeyDays: 90,
      portalLifetimes: { idleMs: 8 * hourMs, absoluteMs: 7 * dayMs },
      trustedProxies: [],
      webhookNetworks: [],
      providerNetworks: [],
      transportSecurity: undefined,
      logLevel: 'info',
    })
  })

  it('takes auto for one process per processor', () => {
    expect(readEnv({ PROCESSES: 'auto' }).processes).toBe(availableParallelism())
  })

  it('takes the empty text for unset', () => {
    expect(readEnv({ PORT: '', BASE_URL: '', LATCHKEY_SECRET: '', DATABASE_URL: '' })).toEqual(readEnv({}))
  })

  it('limits how long a session may be unused to how long it may last', () => {
    expect(readEnv({ PORTAL_ABSOLUTE_HOURS: '2' }).portalLifetimes).toEqual({
      idleMs: 2 * hourMs,
      absoluteMs: 2 * hourMs,
    })
  })

  it('cannot be changed', () => {
    expect(Object.isFrozen(readEnv({}))).toBe(true)
  })

  it('reads every variable', () => {
    const env = readEnv({
      PORT: '8080',
      HOST: '127.0.0.1',
      BASE_URL: 'HTTPS://Login.Example.com/',
      PROCESSES: '4',
      DATA_DIR: '/srv/latchkey',
      LATCHKEY_SECRET: `${secret}, ${other}`,
      ACCESS_TOKEN_SECONDS: '60',
      REFRESH_RETRY_SECONDS: '0',
      SIGNING_KEY_DAYS: '0',
      PORTAL_IDLE_MINUTES: '60',
      PORTAL_ABSOLUTE_HOURS: '24',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1, loopback',
      WEBHOOK_NETWORKS: '10.0.0.0/8, ::1',
      PROVIDER_NETWORKS: '10.1.0.0/16',
      BREACHED_PASSWORDS_FILE: './pwned.txt',
      HSTS_SUBDOMAINS: 'off',
      LOG_LEVEL: 'debug',
      PATH: '/bin',
    })
    expect(env).toEqual({
      port: 8080,
      host: '127.0.0.1',
      baseUrl: 'https://login.example.com',
      processes: 4,
      dataDir: '/srv/latchkey',
      masterSecrets: [secret, other],
      accessTokenSeconds: 60,
      refreshRetrySeconds: 0,
      signingKeyDays: 0,
      portalLifetimes: { idleMs: hourMs, absoluteMs: dayMs },
      trustedProxies: ['10.0.0.0/8', '::1', 'loopback'],
      webhookNetworks: ['10.0.0.0/8', '::1'],
      providerNetworks: ['10.1.0.0/16'],
      breachedPasswordsFile: resolve('pwned.txt'),
      transportSecurity: 'max-age=31536000',
      logLevel: 'debug',
    })
  })

  it.each([
    ['https://a.example', 'https://a.example'],
    ['https://a.example:8443', 'https://a.example:8443'],
    ['https://a.example:443', 'https://a.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://127.0.0.1', 'http://127.0.0.1'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('takes the address %s as %s', (text, baseUrl) => {
    expect(readEnv({ BASE_URL: text }).baseUrl).toBe(baseUrl)
  })
})

describe('a value that cannot be used stops the start with a sentence that names the variable', () => {
  it.each([
    ['PROCESSES', '0'],
    ['PROCESSES', '65'],
    ['PROCESSES', 'all'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '0x50'],
    ['PORT', '1e3'],
    ['PORT', ' 80'],
    ['PORT', 'http'],
    ['BASE_URL', 'nonsense'],
    ['BASE_URL', 'https://a.example/path'],
    ['BASE_URL', 'https://a.example?x'],
    ['BASE_URL', 'https://a.example#x'],
    ['BASE_URL', 'https://user@a.example'],
    ['BASE_URL', 'https://*.example'],
    ['BASE_URL', 'https:a.example'],
    ['BASE_URL', 'https:\\\\a.example'],
    ['BASE_URL', ' https://a.example'],
    ['BASE_URL', 'http://a.example'],
    ['BASE_URL', 'http://localhost.example'],
    ['BASE_URL', 'ftp://a.example'],
    ['BASE_URL', 'javascript:alert(1)'],
    ['BASE_URL', `https://${'a'.repeat(254)}`],
    ['LATCHKEY_SECRET', 'x'.repeat(31)],
    ['LATCHKEY_SECRET', `${secret},short`],
    ['LATCHKEY_SECRET', `${secret},${other},${secret}`],
    ['ACCESS_TOKEN_SECONDS', '59'],
    ['ACCESS_TOKEN_SECONDS', '86401'],
    ['ACCESS_TOKEN_SECONDS', '60.5'],
    ['REFRESH_RETRY_SECONDS', '61'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.1,'],
    ['WEBHOOK_NETWORKS', '10.0.0.7/8'],
    ['WEBHOOK_NETWORKS', 'internal'],
    ['PROVIDER_NETWORKS', 'internal'],
    ['HSTS_SUBDOMAINS', 'no'],
    ['LOG_LEVEL', 'verbose'],
    ['DATABASE_URL', 'mysql://localhost/latchkey'],
    ['DATABASE_URL', 'postgres://localhost'],
    ['DATABASE_URL', 'localhost:5432/latchkey'],
    ['SIGNING_KEY_DAYS', '-1'],
    ['SIGNING_KEY_DAYS', '36501'],
    ['PORTAL_IDLE_MINUTES', '4'],
    ['PORTAL_IDLE_MINUTES', '1441'],
    ['PORTAL_ABSOLUTE_HOURS', '0'],
    ['PORTAL_ABSOLUTE_HOURS', '721'],
    ['AUDIT_RETENTION_DAYS', '0'],
    ['AUDIT_RETENTION_DAYS', '1.5'],
    ['METRICS_PORT', '0'],
    ['METRICS_TOKEN', 'x'.repeat(15)],
    ['METRICS_TOKEN', `${'x'.repeat(16)} y`],
  ])('%s=%s', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(EnvError)
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name} is not usable: it takes [^.]+.*\\.$`))
  })

  it('without repeating a secret', () => {
    expect(() => readEnv({ DATABASE_URL: 'mysql://x:hunter2@localhost/x' })).toThrow(/^(?!.*hunter2)/)
    expect(() => readEnv({ LATCHKEY_SECRET: 'hunter2' })).toThrow(/^(?!.*hunter2)/)
  })
})

describe('metrics', () => {
  it('have a port, a token, or both', () => {
    const variables = { METRICS_PORT: '9464', METRICS_TOKEN: 'x'.repeat(16) }
    expect(readEnv(variables)).toMatchObject({ metricsPort: 9464, metricsToken: 'x'.repeat(16) })
  })

  it.each([{ METRICS_PORT: '9464' }, { METRICS_TOKEN: 'x'.repeat(16) }])('need a single process: %o', (variables) => {
    expect(() => readEnv({ ...variables, PROCESSES: '2' })).toThrow(
      /^METRICS_PORT and METRICS_TOKEN require PROCESSES=1/,
    )
  })
})

describe('PostgreSQL', () => {
  const DATABASE_URL = 'postgresql://user:password@db.example.com/latchkey'

  it('needs the master secret, which the instances share', () => {
    expect(() => readEnv({ DATABASE_URL })).toThrow(/^LATCHKEY_SECRET is required with DATABASE_URL/)
    expect(readEnv({ DATABASE_URL, LATCHKEY_SECRET: 'x'.repeat(32) })).toMatchObject({ databaseUrl: DATABASE_URL })
  })
})

describe('a name that is almost one of ours stops the start', () => {
  it.each([
    ['ACCESS_TOKEN_SECOND', 'did you mean ACCESS_TOKEN_SECONDS?'],
    ['TRUSTED_PROXYS', 'did you mean TRUSTED_PROXIES?'],
    ['HSTS_SUBDOMAIN', 'did you mean HSTS_SUBDOMAINS?'],
    ['BASEURL', 'did you mean BASE_URL?'],
    ['base_url', 'did you mean BASE_URL?'],
    ['LATCHKEY_SECRETS', 'did you mean LATCHKEY_SECRET?'],
    ['LATCHKEY_PORT', 'remove it.'],
    ['LATCHKEY_TOKENS', 'did you mean LATCHKEY_TOKEN?'],
    ['DATABASE_URI', 'did you mean DATABASE_URL?'],
  ])('%s', (name, hint) => {
    expect(() => readEnv({ [name]: 'x' })).toThrow(EnvError)
    expect(() => readEnv({ [name]: 'x' })).toThrow(hint)
  })

  it.each([
    'HOME',
    'POST',
    'HOSTNAME',
    'npm_config_cache',
    'DATA',
    'XDG_DATA_DIRS',
    'SECRET',
    'LATCHKEY_URL',
    'LATCHKEY_TOKEN',
  ])('but not %s', (name) => {
    expect(readEnv({ [name]: 'x' })).toEqual(readEnv({}))
  })
})

describe('another platform', () => {
  const all = {
    PLATFORM_URL: 'https://platform.example',
    PLATFORM_CLIENT_ID: 'lkid_1',
    PLATFORM_CLIENT_SECRET: 'lksec_hunter2',
  }

  it('is none unless it is named', () => {
    expect(readEnv({ PLATFORM_URL: '', PLATFORM_USERNAME: '' }).platform).toBeUndefined()
  })

  it('is an address and a key, with or without the name of its owner', () => {
    const platform = { url: 'https://platform.example', clientId: 'lkid_1', clientSecret: 'lksec_hunter2' }
    expect(readEnv(all).platform).toEqual(platform)
    expect(readEnv({ ...all, PLATFORM_USERNAME: 'crm' }).platform).toEqual({ ...platform, username: 'crm' })
    expect(Object.isFrozen(readEnv(all).platform)).toBe(true)
  })

  it.each([
    ['HTTPS://Platform.Example/', 'https://platform.example'],
    ['https://platform.example:443', 'https://platform.example'],
    ['https://platform.example/customers/v2/', 'https://platform.example/customers/v2'],
    ['http://127.0.0.1:3001', 'http://127.0.0.1:3001'],
  ])('takes the address %s as %s', (PLATFORM_URL, url) => {
    expect(readEnv({ ...all, PLATFORM_URL }).platform?.url).toBe(url)
  })

  it.each([
    ['PLATFORM_URL', 'platform.example'],
    ['PLATFORM_URL', 'http://platform.example'],
    ['PLATFORM_URL', 'https://platform.example?x'],
    ['PLATFORM_URL', 'https://platform.example/#x'],
    ['PLATFORM_URL', 'https://user@platform.example'],
    ['PLATFORM_URL', 'https://platform.example//x'],
    ['PLATFORM_URL', 'https://platform.example/a/../b'],
    ['PLATFORM_URL', 'https://platform.example/a/.'],
    ['PLATFORM_URL', 'https://platform.example/%2e%2e/b'],
    ['PLATFORM_URL', 'https://platform.example/a\\b'],
    ['PLATFORM_CLIENT_ID', 'lkid 1'],
    ['PLATFORM_CLIENT_SECRET', 'hunter2 and more'],
    ['PLATFORM_CLIENT_SECRET', `hunter2${'x'.repeat(256)}`],
    ['PLATFORM_USERNAME', 'c\nrm'],
  ])('takes no %s=%s, and says so without repeating it', (name, value) => {
    const read = () => readEnv({ ...all, [name]: value })
    expect(read).toThrow(EnvError)
    expect(read).toThrow(new RegExp(`^${name} is not usable: it takes [^.]+.*\\.$`))
    expect(read).toThrow(/^(?!.*hunter2)/)
  })

  it.each([
    ['PLATFORM_URL', 'set PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET,'],
    ['PLATFORM_CLIENT_ID', 'set PLATFORM_URL and PLATFORM_CLIENT_SECRET,'],
    ['PLATFORM_CLIENT_SECRET', 'set PLATFORM_URL and PLATFORM_CLIENT_ID,'],
  ] as const)('is not %s alone', (name, hint) => {
    expect(() => readEnv({ [name]: all[name] })).toThrow(EnvError)
    expect(() => readEnv({ [name]: all[name] })).toThrow(hint)
    expect(() => readEnv({ [name]: all[name] })).toThrow(/^(?!.*hunter2)/)
  })

  it('is not a username alone', () => {
    expect(() => readEnv({ PLATFORM_USERNAME: 'crm' })).toThrow(
      'PLATFORM_URL, PLATFORM_CLIENT_ID, PLATFORM_CLIENT_SECRET belong together: set PLATFORM_URL and ' +
        'PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET, or unset every PLATFORM_ variable.',
    )
  })

  it('is not this server itself', () => {
    const itself = { ...all, BASE_URL: 'https://login.example.com', PLATFORM_URL: 'https://login.example.com/x' }
    expect(() => readEnv(itself)).toThrow(/^PLATFORM_URL is the address of this server itself: unset it\.$/)
  })

  it('is not spelled almost right', () => {
    expect(() => readEnv({ ...all, PLATFORM_USER_NAME: 'crm' })).toThrow('did you mean PLATFORM_USERNAME?')
  })
})

it('knows the loopback hosts by the spelling that URLs have', () => {
  expect(['localhost', '127.0.0.1', '[::1]'].every(isLoopbackHost)).toBe(true)
  expect(['::1', 'localhost.', '127.0.0.2', 'localhost.example', ''].some(isLoopbackHost)).toBe(false)
})
