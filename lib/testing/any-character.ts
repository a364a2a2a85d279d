import fc from 'fast-check'

/**
 * Every character but halves of surrogate pairs, as the unit of generated texts. fast-check's own `binary` is the same,
 * but builds a table of a million characters first.
 */
export const anyCharacter = fc
  .oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }))
  .map((codePoint) => String.fromCodePoint(codePoint))
