import { describe, expect, it } from 'vitest'
import { emailSchema } from '#lib/domain/people/users/schema.ts'
import { toNameKey } from '#lib/domain/people/users/user.ts'
import { domainsSchema } from '#lib/domain/sign-in/sign-in-providers/schema.ts'
import { emailDomainPattern, emailPattern, senderPattern, toAsciiDomain } from '#lib/kernel/email-address.ts'
import { readEnv } from '#lib/kernel/env.ts'

const taken = [
  'anna@corp.example',
  'r&d@corp.example',
  "o'neill@corp.example",
  'x!y@corp.example',
  'a+b=c/d@corp.example',
  'anna_corp.com#EXT#@tenant.onmicrosoft.com',
  `${'x'.repeat(64)}@corp.example`,
  'anna@1and1.example',
  'anna@xn--mller-kva.example',
  'anna@xn--e1afmkfd.xn--p1ai',
  'Jane.Doe@Corp.Example',
]
const refused = [
  '',
  'no-at',
  '@corp.example',
  'x@',
  'two@@corp.example',
  'a@b@corp.example',
  'space in@corp.example',
  '.dot@corp.example',
  'dot.@corp.example',
  'two..dots@corp.example',
  '"quoted"@corp.example',
  'x@corp..example',
  'x@-corp.example',
  'x@corp-.example',
  'x@corp.example.',
  'x@corp.123',
  'x@127.0.0.1',
  'x@[127.0.0.1]',
  'x@corp',
  'x,y@corp.example',
  'x;y@corp.example',
  '<x@corp.example>',
  'x@corp.example\r\nBcc: y@corp.example',
  'ä@corp.example',
  'x@ü..example',
  'ü',
  `${'x'.repeat(65)}@corp.example`,
  `x@${'y'.repeat(64)}.example`,
  `x@${'y.'.repeat(126)}example`,
]

describe('an email address', () => {
  it.each(taken)('%s is taken by every way in, and as the sender', (address) => {
    expect(emailSchema.parse(` ${address} `)).toBe(address)
    expect(senderPattern.test(address)).toBe(true)
    expect(domainsSchema.parse(address.slice(address.lastIndexOf('@')))).toEqual([
      address.slice(address.lastIndexOf('@') + 1).toLowerCase(),
    ])
  })

  it.each(refused)('%j is refused', (address) => {
    expect(emailSchema.safeParse(address).success).toBe(false)
    expect(emailPattern.test(address)).toBe(false)
  })

  it('of an internationalized domain is one address in both forms, in any case', () => {
    expect(emailSchema.parse('Anna@Müller.example')).toBe('Anna@xn--mller-kva.example')
    expect(emailSchema.parse('anna@пример.рф')).toBe('anna@xn--e1afmkfd.xn--p1ai')
    expect(toNameKey('ANNA@MÜLLER.example')).toBe(toNameKey('anna@xn--mller-kva.example'))
    expect(domainsSchema.parse('@Müller.example')).toEqual(['xn--mller-kva.example'])
  })

  it('has at most 254 characters in the form that mail takes', () => {
    const long = `${'x'.repeat(64)}@${`${'ü'.repeat(19)}.`.repeat(8)}example`
    expect([long.length, toAsciiDomain(long).length]).toEqual([232, 280])
    expect(emailSchema.safeParse(long).error?.issues[0]?.message).toBe('too_long')
  })

  it.each(['anna@müller.example/x', 'anna@müller.example:25', 'anna@mü ller.example', 'anna@', 'anna'])(
    'stays as it is where %j has no domain to convert',
    (text) => {
      expect(toAsciiDomain(text)).toBe(text)
      expect(emailSchema.safeParse(text).success).toBe(false)
    },
  )

  it('may be of a host alone where mail comes from', () => {
    expect(senderPattern.test('latchkey@localhost')).toBe(true)
    expect(emailDomainPattern.test('localhost')).toBe(false)
    const settings = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: "o'neill@müller.example" }
    expect(readEnv(settings).mail?.from).toBe("o'neill@xn--mller-kva.example")
  })

  it('takes no time to refuse', () => {
    const started = performance.now()
    for (const text of [
      'a.'.repeat(50_000),
      `${'a'.repeat(50_000)}@`,
      `a@${'b-'.repeat(50_000)}`,
      `a@${'b.'.repeat(50_000)}`,
    ]) {
      expect(emailPattern.test(text)).toBe(false)
    }
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
