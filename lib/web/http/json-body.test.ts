import { describe, expect, it } from 'vitest'
import { readJsonObject, readMergePatch } from '#lib/web/http/json-body.ts'

function send(body: string, contentType: string | undefined) {
  const headers = contentType === undefined ? undefined : { 'Content-Type': contentType }
  return new Request('https://login.example.com/', {
    method: 'POST',
    body: new TextEncoder().encode(body),
    ...(headers && { headers }),
  })
}

describe('a JSON body', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=utf8',
    'application/json; charset="ISO-8859-1"',
    'application/json ; version=1; x="a;b"',
    'application/json;',
  ])('is read as UTF-8, whatever the parameters: %s', async (type) => {
    expect((await readJsonObject(send('{"name":"Zoë"}', type))).object).toEqual({ name: 'Zoë' })
    expect((await readMergePatch(send('{"name":"Zoë"}', type))).object).toEqual({ name: 'Zoë' })
  })

  it.each([
    undefined,
    '',
    'text/plain',
    'application/jsonp',
    'application/json-seq',
    'application/x; application/json',
  ])('of another type is refused: %s', async (type) => {
    await expect(readJsonObject(send('{}', type))).rejects.toMatchObject({ code: 'invalid_request' })
  })

  it('may begin with a byte order mark, but with one only', async () => {
    expect((await readJsonObject(send('\uFEFF{"a":1}', 'application/json'))).object).toEqual({ a: 1 })
    const doubled = send('\uFEFF\uFEFF{"a":1}', 'application/json')
    await expect(readJsonObject(doubled)).rejects.toMatchObject({ description: 'The body is not a JSON object.' })
  })
})
