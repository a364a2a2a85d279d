import { expect, it } from 'vitest'
import { AnswerReader } from './answer-reader.ts'

const answer = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello'
const chunked = 'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n'

function readAll(reader: AnswerReader, parts: readonly string[]) {
  return parts.map((part) => reader.read(Buffer.from(part))).map((read) => read && [read.status, read.body.toString()])
}

it('reads an answer that comes in one piece, and the next one', () => {
  expect(readAll(new AnswerReader(), [answer, answer])).toEqual([
    [200, 'hello'],
    [200, 'hello'],
  ])
})

it('waits for the rest, wherever it was cut', () => {
  for (let cut = 1; cut < answer.length; cut++) {
    const parts = [answer.slice(0, cut), answer.slice(cut)]
    expect(readAll(new AnswerReader(), parts)).toEqual([undefined, [200, 'hello']])
  }
})

it('puts chunks together, wherever they were cut', () => {
  for (let cut = 1; cut < chunked.length; cut++) {
    const parts = [chunked.slice(0, cut), chunked.slice(cut)]
    expect(readAll(new AnswerReader(), parts)).toEqual([undefined, [201, 'hello']])
  }
})

it('knows answers without a body', () => {
  expect(readAll(new AnswerReader(), ['HTTP/1.1 204 No Content\r\n\r\n'])).toEqual([[204, '']])
})

it('refuses to guess where an answer ends', () => {
  expect(() => readAll(new AnswerReader(), ['HTTP/1.1 200 OK\r\n\r\nhello'])).toThrow('without a length')
})
