/** The page of last resort. Small on purpose: its words in every language travel to the browser. */
export const failure = {
  title: 'Something on our side failed',
  why: 'What you entered last may not have been saved. Please try again; if it fails again, quote the number below.',
  again: 'Try again',
  number: 'Number',
} as const
