/** The same keys as the English messages, other words: a missing or a left-over message does not compile. */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string ? string : Translation<English[Key]>
}
