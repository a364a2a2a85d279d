import { encode } from 'uqr'

/** A QR code as one SVG path of dark squares, on a grid of `size` × `size` with the quiet zone that scanners need. */
export type QrCode = Readonly<{ size: number; path: string }>

export function drawQrCode(text: string): QrCode {
  const { size, data } = encode(text, { border: 4 })
  const rows = data.map((row, y) =>
    row.map((isDark, x) => (isDark && !row[x - 1] ? `M${x} ${y}h${countDark(row, x)}v1H${x}z` : '')).join(''),
  )
  return { size, path: rows.join('') }
}

/** How many dark squares lie side by side from here. */
function countDark(row: readonly boolean[], from: number): number {
  const end = row.indexOf(false, from)
  return (end === -1 ? row.length : end) - from
}
