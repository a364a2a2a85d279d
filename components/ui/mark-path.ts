/** The latchkey on a grid of 24: a round bow with its hole, a blade, three cuts. */
export const markPath =
  'M7.2 2a5.2 5.2 0 0 1 4.9 6.95l9.6 9.6c.2.2.3.44.3.7V22h-3.6l-.02-2.02-2.02-.02-.02-2.02-2.02-.02-.02-2.03-2.63-2.63a5.2 5.2 0 1 1-4.47-11.26Zm-1.3 2.5a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8Z'
