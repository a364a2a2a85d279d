/** Links the checkboxes of the rows, which the server renders, to the form of the bar. */
export const bulkFormId = 'selected-accounts'
