import { crc32 } from 'node:zlib'
import type { LogoProblem, LogoSize } from '#lib/domain/organization/organization/logo-problems.ts'
import { type Logo, maxLogoBytes, maxLogoSide } from '#lib/domain/organization/organization/organization.ts'
import { Refusal } from '#lib/kernel/errors.ts'

/** @throws Refusal `input_invalid` with a {@link LogoProblem} of `logo` */
export function checkLogo(bytes: Uint8Array): Pick<Logo, 'type' | 'aspect'> {
  const checked = checkSize(bytes.length) ?? checkPng(Buffer.from(bytes))
  if (typeof checked === 'string') throw new Refusal('input_invalid', { fields: { logo: checked } })
  const { width, height } = checked
  return { type: 'image/png', aspect: Math.max(1, Math.round((width * 1000) / height)) }
}

function checkSize(length: number): LogoProblem | undefined {
  if (length === 0) return 'required'
  return length > maxLogoBytes ? 'too_large' : undefined
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Of a chunk besides its data: length, type and checksum (PNG §5.3). */
const chunkFrameBytes = 12

type Chunk = Readonly<{ type: string; content: Buffer }>

function checkPng(png: Buffer): LogoProblem | LogoSize {
  if (!png.subarray(0, pngSignature.length).equals(pngSignature)) return 'not_an_image'
  const chunks = readChunks(png) ?? []
  const has = (type: string) => chunks.some((chunk) => chunk.type === type)
  const [first] = chunks
  if (first?.type !== 'IHDR' || first.content.length !== 13 || !has('IDAT')) return 'not_an_image'
  const [width, height] = [first.content.readUInt32BE(0), first.content.readUInt32BE(4)]
  if (![width, height].every((side) => side >= 1 && side <= maxLogoSide)) return 'too_many_pixels'
  return has('acTL') ? 'animated' : { width, height }
}

/**
 * Undefined for a damaged file, and for one that goes on after its last chunk, because it could be something else too.
 */
function readChunks(png: Buffer): readonly Chunk[] | undefined {
  const chunks: Chunk[] = []
  for (let at = pngSignature.length; at + chunkFrameBytes <= png.length; ) {
    const end = at + chunkFrameBytes + png.readUInt32BE(at)
    if (end > png.length || crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) return undefined
    const type = png.toString('latin1', at + 4, at + 8)
    chunks.push({ type, content: png.subarray(at + 8, end - 4) })
    if (type === 'IEND') return end === png.length ? chunks : undefined
    at = end
  }
  return undefined
}
