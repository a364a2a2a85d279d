import { IncomingMessage, type RequestListener } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openFront } from '#lib/testing/test-front.ts'
import { checkPageForm } from '#lib/web/gateway/page-form.ts'

const oneArgument = '40'.padEnd(42, 'a')
const twoArguments = '60'.padEnd(42, 'a')
const noArgument = '00'.padEnd(42, 'a')

type Entries = readonly (readonly [name: string, value: string | File])[]

async function check(entries: Entries, actionId?: string) {
  const form = new FormData()
  for (const [name, value] of entries) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value)
  }
  const sent = new Response(form)
  const contentType = sent.headers.get('content-type') ?? ''
  return checkBytes(Buffer.from(await sent.arrayBuffer()), contentType, actionId)
}

function checkBytes(body: Buffer<ArrayBuffer>, contentType: string, actionId?: string) {
  const request = new IncomingMessage(new Socket())
  request.headers = { 'content-type': contentType, ...(actionId && { 'next-action': actionId }) }
  return checkPageForm(request, body)
}

const reference = (id: string, state: string, bound = '$@1', number = 1): Entries => [
  [`$ACTION_REF_${number}`, ''],
  [`$ACTION_${number}:0`, JSON.stringify({ id, bound })],
  [`$ACTION_${number}:1`, state],
  ['$ACTION_KEY', 'k1'],
  ['name', 'Ada'],
]

describe('a Server Action called by script', () => {
  it.each<[string, Entries, string]>([
    [
      'state and form',
      [
        ['_1_name', '$x'],
        ['0', '[{"name":"$$5","result":"$undefined"},"$K1"]'],
      ],
      twoArguments,
    ],
    ['no state yet', [['0', '["$undefined","$K1"]']], twoArguments],
    [
      'a form alone',
      [
        ['0', '["$K1"]'],
        ['_1_file', new File(['x'], 'a.csv')],
      ],
      oneArgument,
    ],
  ])('passes with %s', async (_name, entries, id) => {
    expect(await check(entries, id)).toBeDefined()
  })

  it('passes without arguments if the action takes none', async () => {
    expect(await checkBytes(Buffer.from('[]'), 'text/plain;charset=UTF-8', noArgument)).toBeDefined()
  })

  it.each(['[]', '{}', '', 'x', '["$K1"]', '["$F0"]', '[{},"$1"]', 'null'])(
    'is refused with the text %j',
    async (text) => {
      expect(await checkBytes(Buffer.from(text), 'text/plain;charset=UTF-8', twoArguments)).toBeUndefined()
      expect(await checkBytes(Buffer.from(text), 'application/x-www-form-urlencoded', noArgument)).toBeUndefined()
    },
  )

  it.each([
    '[]',
    '{}',
    '["$K1"]',
    '[{},{},"$K1"]',
    '[{},"$K2"]',
    '["$K1",{}]',
    '[{"a":"$1"},"$K1"]',
    '["$@1","$K1"]',
    '["$F1","$K1"]',
    '["$0:0","$K1"]',
    '["$Q1","$K1"]',
    '["$","$K1"]',
    `[${'['.repeat(13)}${']'.repeat(13)},"$K1"]`,
    'garbage',
  ])('is refused with the arguments %s', async (args) => {
    expect(await check([['0', args]], twoArguments)).toBeUndefined()
  })

  it.each<[string, Entries]>([
    ['no arguments', [['_1_name', 'x']]],
    [
      'arguments sent twice',
      [
        ['0', '[{},"$K1"]'],
        ['0', '[{},"$K1"]'],
      ],
    ],
    ['arguments in a file', [['0', new File(['[{},"$K1"]'], 'x')]]],
    [
      'another part',
      [
        ['0', '[{},"$K1"]'],
        ['1', '{}'],
      ],
    ],
  ])('is refused with %s', async (_name, entries) => {
    expect(await check(entries, twoArguments)).toBeUndefined()
  })
})

describe('a form sent without scripts', () => {
  it.each<[string, Entries]>([
    ['an action and its state', reference(twoArguments, '[{"name":""}]')],
    ['the twelfth action of its page', reference(twoArguments, '[{}]', '$@1', 12)],
    [
      'an action by its ID',
      [
        [`$ACTION_ID_${oneArgument}`, ''],
        ['theme', 'dark'],
      ],
    ],
    ['an action that reads nothing', [[`$ACTION_ID_${noArgument}`, '']]],
    ['no action at all', [['name', 'Ada']]],
  ])('passes with %s', async (_name, entries) => {
    expect(await check(entries)).toBeDefined()
  })

  it.each<[string, Entries]>([
    ['an action that needs its state', [[`$ACTION_ID_${twoArguments}`, '']]],
    ['too many arguments', reference(twoArguments, '[{},{}]')],
    ['too few arguments', reference(twoArguments, '[]')],
    ['a state that is no JSON', reference(twoArguments, 'x')],
    ['a state that refers to another part', reference(twoArguments, '["$2"]')],
    ['arguments from elsewhere', reference(twoArguments, '[{}]', '$@2')],
    ['a reference without its parts', [['$ACTION_REF_1', '']]],
    ['a reference to a reference', [...reference(twoArguments, '[{}]'), ['$ACTION_REF_1:0', '']]],
    ['a further part', [...reference(twoArguments, '[{}]'), ['$ACTION_1:2', '{}']]],
  ])('is refused with %s', async (_name, entries) => {
    expect(await check(entries)).toBeUndefined()
  })

  it.each([
    ['', 'multipart/form-data; boundary=x'],
    ['garbage', 'multipart/form-data; boundary=x'],
    ['--x\r\n', 'multipart/form-data; boundary=x'],
    ['--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n', 'multipart/form-data; boundary=x'],
    ['--x--\r\n', 'multipart/form-data'],
    ['--x--\r\n', 'multipart/form-data; boundary='],
    ['--x--\r\n', 'multipart/form-data; charset=utf-8'],
  ])('is refused if it is garbled: %j as %s', async (text, contentType) => {
    expect(await checkBytes(Buffer.from(text), contentType)).toBeUndefined()
  })
})

describe('the body that reaches the page', () => {
  it('is readable through a Web Request, as in Next’s route handlers', async () => {
    // A Web `Request` takes no body from a stream that something has read.
    const readAsRoute: RequestListener = (request, response) => void response.end(String(Readable.isDisturbed(request)))
    const { ask } = await openFront({}, { handle: readAsRoute })
    const headers = { origin: 'https://login.example.com', 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await ask({ method: 'POST', path: '/api/auth/signout', headers, body: 'a=1' })
    expect(answer.body).toBe('false')
  })

  it('is the parsed form, serialized with a new boundary', async () => {
    const echo: RequestListener = async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      response.setHeader('content-type', String(request.headers['content-type']))
      response.end(Buffer.concat(parts))
    }
    const { ask } = await openFront({}, { handle: echo })
    const headers = { origin: 'https://login.example.com', 'content-type': 'Multipart/Form-Data; boundary="a b"' }
    const part = 'preamble\r\n--a b\r\ncontent-disposition: form-data; name="näme"\r\n\r\nvalue\r\n--a b--\r\nepilogue'
    const answer = await ask({ method: 'POST', path: '/sign-in', headers, body: part })
    expect(answer.status).toBe(200)
    const contentType = String(answer.headers['content-type'])
    expect(contentType).toMatch(/^multipart\/form-data; boundary=-+formdata-undici-\d+$/)
    const form = await new Response(answer.body, { headers: { 'Content-Type': contentType } }).formData()
    expect([...form]).toEqual([['näme', 'value']])
  })
})
