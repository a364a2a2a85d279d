import { encode } from 'uqr'
import { expect, it } from 'vitest'
import { drawQrCode } from '#lib/domain/sign-in/authenticator-apps/qr-code.ts'

/** The squares that a path of runs like `M2 3h4v1H2z` covers. */
function readSquares(path: string, size: number): boolean[][] {
  const squares = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [run, x, y, length, back] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H(\d+)z/g)) {
    expect(back, run).toBe(x)
    squares[Number(y)]?.fill(true, Number(x), Number(x) + Number(length))
  }
  return squares
}

it('draws every dark square of a code with its quiet zone, and no other', () => {
  const text = 'otpauth://totp/Acme:jane?issuer=Acme&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const { size, path } = drawQrCode(text)
  expect(path).toMatch(/^(?:M\d+ \d+h\d+v1H\d+z)+$/)
  expect(readSquares(path, size)).toEqual(encode(text, { border: 4 }).data)
  expect(readSquares(path, size).slice(0, 4).flat()).not.toContain(true)
})
