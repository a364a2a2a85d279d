import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

export function pngOf(...chunks: Buffer[]): Buffer {
  return Buffer.concat([signature, ...chunks])
}

/** The header of an image with 8 bits of each color and of transparency. */
export function pngHeader(width: number, height: number): Buffer {
  const content = Buffer.from('00000000000000000806000000', 'hex')
  content.writeUInt32BE(width, 0)
  content.writeUInt32BE(height, 4)
  return pngChunk('IHDR', content)
}

/** A transparent image. */
export function makePng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const rows = deflateSync(Buffer.alloc(height * (1 + 4 * width)))
  return Uint8Array.from(pngOf(pngHeader(width, height), pngChunk('IDAT', rows), pngChunk('IEND')))
}
