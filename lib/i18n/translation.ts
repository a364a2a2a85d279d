/**
 * The same keys as the English messages, other words: a missing or a left-over message does not compile. The English
 * ones are `as const`, so that the compiler reads in their text what each of them is to be given (only those of the
 * activity are not: which one is shown, the record decides).
 */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>
}
