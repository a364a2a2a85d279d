import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { checkLogo } from '#lib/domain/organization/organization/check-logo.ts'
import { maxLogoBytes } from '#lib/domain/organization/organization/organization.ts'
import { isRefusal } from '#lib/kernel/errors.ts'
import { makePng, pngChunk, pngHeader, pngOf } from '#lib/testing/png.ts'

const signature = pngOf()
const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(5)))
const end = pngChunk('IEND')
const good = Buffer.from(makePng(1, 1))
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')

function outcomeOf(bytes: Buffer): string | undefined {
  try {
    return checkLogo(bytes).type
  } catch (error) {
    return isRefusal(error) && error.code === 'input_invalid' ? error.fields?.logo : String(error)
  }
}

describe('a logo', () => {
  it('is a PNG, by its content', () => {
    expect(outcomeOf(good)).toBe('image/png')
  })

  it('has an aspect', () => {
    expect(checkLogo(pngOf(pngHeader(300, 200), pixels, end)).aspect).toBe(1_500)
    expect(checkLogo(pngOf(pngHeader(1, 2_048), pixels, end)).aspect).toBe(1)
  })

  it('has at most 256 kB', () => {
    const fill = (bytes: number) => pngChunk('tEXt', Buffer.alloc(bytes - good.length - 12, 'a'))
    const ofSize = (bytes: number) => pngOf(pngHeader(1, 1), fill(bytes), pixels, end)
    expect(ofSize(maxLogoBytes)).toHaveLength(maxLogoBytes)
    expect(outcomeOf(ofSize(maxLogoBytes))).toBe('image/png')
    expect(outcomeOf(ofSize(maxLogoBytes + 1))).toBe('too_large')
    expect(outcomeOf(Buffer.alloc(0))).toBe('required')
  })

  it('has at most 2,048 pixels a side', () => {
    const ofSides = (width: number, height: number) => outcomeOf(pngOf(pngHeader(width, height), pixels, end))
    expect(ofSides(2_048, 2_048)).toBe('image/png')
    for (const [width, height] of [
      [2_049, 1],
      [1, 2_049],
      [0xffffffff, 0xffffffff],
      [0, 1],
    ] as const) {
      expect(ofSides(width, height)).toBe('too_many_pixels')
    }
  })

  it.each([
    ['an SVG', svg],
    ['a signature alone', signature],
    ['a file that was cut off', good.subarray(0, -1)],
    ['a wrong checksum', Buffer.concat([good.subarray(0, -1), Buffer.from([0])])],
    ['no pixels', pngOf(pngHeader(1, 1), end)],
    ['no header', pngOf(pixels, end)],
    ['a short header', pngOf(pngChunk('IHDR', Buffer.alloc(12)), pixels, end)],
    ['a page after the image', Buffer.concat([good, Buffer.from('<script>alert(1)</script>')])],
    ['an SVG after the image', Buffer.concat([good, svg])],
    ['a length beyond the file', pngOf(pngHeader(1, 1), Buffer.from('ffffffff49444154', 'hex'), end)],
    ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a GIF', Buffer.from('GIF89a<svg/>')],
    ['an SVG after a signature', Buffer.concat([signature, svg])],
  ])('is refused with %s', (_name, bytes) => {
    expect(outcomeOf(bytes)).toBe('not_an_image')
  })

  it('stands still', () => {
    expect(outcomeOf(pngOf(pngHeader(1, 1), pngChunk('acTL', Buffer.alloc(8)), pixels, end))).toBe('animated')
  })
})
