import en from './en/fixes.json' with {type: 'json'}
import {createTexts} from './texts'

export const fixTexts = createTexts({en})
