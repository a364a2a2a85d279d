/** The form of the selected members, which server-rendered checkboxes name. */
export const membersFormId = 'selected-members'
