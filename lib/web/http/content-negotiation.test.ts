import { expect, it } from 'vitest'
import { preferredCoding, prefersHtml } from '#lib/web/http/content-negotiation.ts'

it.each([
  [null, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['gzip;q=0, br;q=0.000', undefined],
  ['gzip;q=0.5, identity', undefined],
  ['gzip;q=x', undefined],
  ['*;q=0', undefined],
  ['gzip', 'gzip'],
  ['GZIP;Q=0.1', 'gzip'],
  ['br;q=0.5, gzip ; q=0.8', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0, gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=0.5, br', 'br'],
  ['identity;q=0.5, *', 'br'],
  ['*', 'br'],
])('Accept-Encoding %j prefers %j', (acceptEncoding, coding) => {
  expect(preferredCoding(acceptEncoding)).toBe(coding)
})

it.each([
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['application/json, text/plain, */*', false],
  ['application/json, text/html;q=0.9', false],
  ['text/html;q=0', false],
  ['text/css,*/*;q=0.1', false],
  ['text/html', true],
  ['text/html, */*', true],
  ['text/html;q=0.9, application/json;q=0.8', true],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
])('Accept %j prefers HTML: %s', (accept, isHtml) => {
  expect(prefersHtml(accept)).toBe(isHtml)
})
