/** Whether `npm run conformance` runs; `npm test` leaves out repetition. */
export const isComplete = process.env.CONFORMANCE_EXTENDED !== undefined
