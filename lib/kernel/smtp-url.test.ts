import { describe, expect, it } from 'vitest'
import { parseSmtpUrl } from '#lib/kernel/smtp-url.ts'

describe('SMTP_URL', () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, credentials: undefined }],
    ['smtps://mail.example.com/', { host: 'mail.example.com', port: 465, secure: true, credentials: undefined }],
    ['smtp://mail.example.com:25', { host: 'mail.example.com', port: 25, secure: false, credentials: undefined }],
    ['smtps://192.0.2.1:2465', { host: '192.0.2.1', port: 2465, secure: true, credentials: undefined }],
    ['smtp://[2001:db8::1]:25', { host: '2001:db8::1', port: 25, secure: false, credentials: undefined }],
  ])('%s names a server', (text, server) => {
    expect(parseSmtpUrl(text)).toEqual(server)
  })

  it('decodes user and password', () => {
    expect(parseSmtpUrl('smtps://ada%40example.com:a%3Ab%2F%25%20%C3%A9@mail.example.com')?.credentials).toEqual({
      user: 'ada@example.com',
      password: 'a:b/% é',
    })
  })

  it.each([
    ['nothing', ''],
    ['a host alone', 'mail.example.com'],
    ['another scheme', 'https://mail.example.com'],
    ['no host', 'smtp://'],
    ['a malformed host', 'smtp://mail..example.com'],
    ['a host that is too long', `smtp://${'a.'.repeat(127)}`],
    ['an encoded host', 'smtp://mail%0aexample.com'],
    ['a port out of range', 'smtp://mail.example.com:65536'],
    ['a path', 'smtp://mail.example.com/inbox'],
    ['a query', 'smtp://mail.example.com?secure=true'],
    ['an empty query', 'smtp://mail.example.com?'],
    ['a fragment', 'smtp://mail.example.com#'],
    ['a user without a password', 'smtp://ada@mail.example.com'],
    ['a password without a user', 'smtp://:secret@mail.example.com'],
    ['a line break in the user', 'smtp://ada%0d%0aRSET:secret@mail.example.com'],
    ['a NUL in the password', 'smtp://ada:secret%00@mail.example.com'],
    ['a stray percent sign', 'smtp://ada:100%@mail.example.com'],
  ])('does not accept %s', (_, text) => {
    expect(parseSmtpUrl(text)).toBeUndefined()
  })
})
