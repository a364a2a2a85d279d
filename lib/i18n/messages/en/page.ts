/** The words that a plain page brings itself. */
export const page = {
  requestId: 'Request id',
}
