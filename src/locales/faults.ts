import en from './en/faults.json' with {type: 'json'}
import {createTexts} from './texts'

export const faultTexts = /* @__PURE__ */ createTexts({en})
