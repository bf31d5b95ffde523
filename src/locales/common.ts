import en from './en/common.json' with {type: 'json'}
import {createTexts} from './texts'

// Another language is a folder beside `en` with the same files, each imported where its `en` is.
// Its name goes into `switchyard.settings` of the pages; missing texts are shown in English.
export const commonTexts = createTexts({en})
