/** The pages of an opened account. */
export const account = {
  endAndReturn: 'End and return',
}
