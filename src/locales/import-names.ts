import en from './en/import-names.json' with {type: 'json'}
import {createTexts} from './texts'

/** Names that an import gives to records without one, and to places in a file. */
export const importNames = /* @__PURE__ */ createTexts({en})
