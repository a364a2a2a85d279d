import { stringify } from 'csv-stringify/sync'

const signs = String.raw`=+\-@＝＋－＠﹦﹢﹣﹫`
/** The start of a cell, at any character where a spreadsheet may split the line. */
const cellStart = String.raw`(?:^|[,;|\t\r\n\v\f\u0085\u2028\u2029])`
/** Characters that a spreadsheet may strip from the start of a cell: blanks, quotation marks, invisible characters. */
const ignored = String.raw`[\s\p{Cc}\p{Cf}"'‘’“”]*`

// Matching the sign first and the text before it second takes linear time for long runs of blanks.
const formula = new RegExp(`(?=[${signs}])(?<=${cellStart}${ignored})`, 'gu')
const escapedFormula = new RegExp(`'(?=[${signs}])(?<=${cellStart}${ignored}')`, 'gu')
const leadingControl = /(?<=^|[,;|])(?='*[\t\r\n])/gu
const escapedControl = /(?<=^|[,;|])'(?='*[\t\r\n])/gu

/** One line of a CSV file with its CRLF (RFC 4180), with {@link escapeFormulas} applied to each cell. */
export function toCsvLine(cells: readonly (string | null)[]): string {
  return stringify([cells.map((cell) => escapeFormulas(cell ?? ''))], {
    record_delimiter: 'windows',
    // Off by default with an explicit record delimiter: a lone CR or LF would then end the record.
    quote_record_delimiter: true,
  })
}

/**
 * Inserts an apostrophe so that no part of the text is a formula, whether a spreadsheet splits it at commas,
 * semicolons, tabs, bars or line breaks. {@link unescapeFormulas} returns the original text.
 */
export function escapeFormulas(text: string): string {
  return text.replace(formula, "'").replace(leadingControl, "'")
}

export function unescapeFormulas(text: string): string {
  return text.replace(escapedControl, '').replace(escapedFormula, '')
}
