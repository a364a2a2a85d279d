import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '#lib/errors.ts'
import { checkLogo } from '#lib/organization/check-logo.ts'
import { maxLogoBytes } from '#lib/organization/organization.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

function header(width: number, height: number): Buffer {
  const content = Buffer.from('00000000000000000806000000', 'hex')
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  return chunk('IHDR', content)
}

const pixels = chunk('IDAT', deflateSync(Buffer.alloc(5)))
const end = chunk('IEND')
const png = (...chunks: Buffer[]) => Buffer.concat([signature, ...chunks])
const good = png(header(1, 1), pixels, end)
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')

function outcomeOf(bytes: Buffer): string | undefined {
  try {
    return checkLogo(bytes).type
  } catch (error) {
    return isRefusal(error) && error.code === 'input_invalid' ? error.fields?.logo : String(error)
  }
}

describe('a logo', () => {
  it('is a PNG or an SVG, by its content', () => {
    expect(outcomeOf(good)).toBe('image/png')
    expect(outcomeOf(svg)).toBe('image/svg+xml')
  })

  it('has an aspect', () => {
    expect(checkLogo(png(header(300, 200), pixels, end)).aspect).toBe(1_500)
    expect(checkLogo(png(header(1, 2_048), pixels, end)).aspect).toBe(1)
  })

  it('has at most 256 kB', () => {
    const fill = (bytes: number) => chunk('tEXt', Buffer.alloc(bytes - good.length - 12, 'a'))
    const ofSize = (bytes: number) => png(header(1, 1), fill(bytes), pixels, end)
    expect(ofSize(maxLogoBytes)).toHaveLength(maxLogoBytes)
    expect(outcomeOf(ofSize(maxLogoBytes))).toBe('image/png')
    expect(outcomeOf(ofSize(maxLogoBytes + 1))).toBe('too_large')
    expect(outcomeOf(Buffer.alloc(0))).toBe('required')
  })

  it('has at most 2,048 pixels a side', () => {
    const ofSides = (width: number, height: number) => outcomeOf(png(header(width, height), pixels, end))
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
    ['a signature alone', signature],
    ['a file that was cut off', good.subarray(0, -1)],
    ['a wrong checksum', Buffer.concat([good.subarray(0, -1), Buffer.from([0])])],
    ['no pixels', png(header(1, 1), end)],
    ['no header', png(pixels, end)],
    ['a short header', png(chunk('IHDR', Buffer.alloc(12)), pixels, end)],
    ['a page after the image', Buffer.concat([good, Buffer.from('<script>alert(1)</script>')])],
    ['an SVG after the image', Buffer.concat([good, svg])],
    ['a length beyond the file', png(header(1, 1), Buffer.from('ffffffff49444154', 'hex'), end)],
    ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['a GIF', Buffer.from('GIF89a<svg/>')],
    ['an SVG after a signature', Buffer.concat([signature, svg])],
  ])('is refused with %s', (_name, bytes) => {
    expect(outcomeOf(bytes)).toBe('not_an_image')
  })

  it('stands still', () => {
    expect(outcomeOf(png(header(1, 1), chunk('acTL', Buffer.alloc(8)), pixels, end))).toBe('animated')
  })
})
