import faults from './en/faults.json' with {type: 'json'}
import notes from './en/import-notes.json' with {type: 'json'}
import {createTexts} from './texts'

/** Notes of an import, which may quote a fault. */
export const importNoteTexts = /* @__PURE__ */ createTexts({en: {...faults, ...notes}})
