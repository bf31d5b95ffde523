/** What the extension asks for, and a person may give on click only. */
export const allSites = {origins: ['<all_urls>']}
